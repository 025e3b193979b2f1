/* Small helps on top of pages that work without any script. Same origin, no eval, no inline.
   Each looks for its own attribute and leaves everything else alone. */
"use strict";

(() => {
  /* Tables that become cards on a phone keep their meaning for screen readers. */
  const roles = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TFOOT: "rowgroup", TR: "row", TD: "cell" };
  const restoreTableRoles = (root) => {
    for (const table of root.querySelectorAll("table.ladder, table.stacks, table.problems, table.round-grid")) {
      for (const part of [table, ...table.querySelectorAll("thead, tbody, tfoot, tr, td, th")]) {
        if (part.hasAttribute("role")) continue;
        const head = part.closest("thead") ? "columnheader" : "rowheader";
        part.setAttribute("role", roles[part.tagName] || head);
      }
    }
  };

  /* [data-focus]: an error summary is read out as soon as the page is there. */
  const focusFirst = (root) => root.querySelector("[data-focus]")?.focus();

  /* [data-select]: what was typed and refused is marked, so that the next word takes its place.
     In the next frame: by then the browser has done its autofocus. */
  const selectRefused = (root) => {
    const field = root.querySelector("[data-select]");
    if (field) requestAnimationFrame(() => field.select());
  };

  /* button[data-copy="#id"]: copies the field's value and says so in its own words. */
  const copy = async (button) => {
    const field = document.querySelector(button.dataset.copy);
    if (!field) return;
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.copied;
    } catch {
      /* no permission: the text is selected, Ctrl+C does the rest */
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-copy]");
    if (button) copy(button);
    const printer = event.target.closest("button[data-print]");
    if (printer) window.print();
  });

  /* .file-drop: shows that a file may be let go here; the input itself takes it. */
  for (const type of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(type, (event) => {
      const zone = event.target.closest?.(".file-drop");
      if (!zone) return;
      event.preventDefault();
      zone.classList.toggle("is-over", type === "dragover");
      const input = zone.querySelector("input[type=file]");
      if (type === "drop" && input && event.dataTransfer.files.length) {
        input.files = event.dataTransfer.files;
        input.dispatchEvent(new Event("change", { bubbles: true }));
      }
    });
  }

  /* table.round-grid: Enter and the arrow keys go up and down a column, as in a spreadsheet. */
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    const grid = field.closest?.("table.round-grid");
    if (!grid || field.tagName !== "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || (field.hasAttribute("list") && event.key !== "Enter")) return;
    const cell = field.closest("td");
    const column = [...grid.querySelectorAll(`td.${CSS.escape(cell.classList[0])} input:not([type=hidden])`)];
    const next = column[column.indexOf(field) + step];
    if (event.key === "Enter") event.preventDefault();
    next?.focus();
    next?.select();
  });

  /* [data-key-refused]: what a page with a security key says when nothing came of it. */
  document.addEventListener("allauth.error", (event) => {
    const said = document.querySelector("[data-key-refused]");
    if (!said) return;
    event.preventDefault();
    said.hidden = false;
    said.scrollIntoView({ block: "nearest" });
  });

  /* htmx notes the address of the page for this tab, and the one of a members' page is its key. No
     page here uses that note. */
  const forgetAddress = () => {
    try {
      sessionStorage.removeItem("htmx-current-path-for-history");
    } catch {
      /* a browser that keeps nothing has nothing to forget */
    }
  };
  forgetAddress();
  window.addEventListener("pagehide", forgetAddress);

  restoreTableRoles(document);
  focusFirst(document);
  selectRefused(document);
  document.addEventListener("htmx:load", (event) => restoreTableRoles(event.target));
})();
