"""Pages of this process's own database in a real Chromium, and everything in them that is not ours.

No server stands between: what a page asks for is answered by Django's test client, in the
transaction of the test, so that thousands of pages take minutes. The page's policy is only
reported, not enforced: what gets into a page does run here, and what the policy would have stopped
is told as well.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.contrib.staticfiles import finders
from django.http import HttpResponse
from playwright.sync_api import Browser, Dialog, Error, Page, Route

ORIGIN = "http://localhost:8000"
POLICY = "Content-Security-Policy"
# What every payload calls; and the policy's own voice.
CANARY = """
window.xss = window.xſs = () => xssRan(location.pathname);
addEventListener("securitypolicyviolation", (e) => xssRan(`policy: ${e.effectiveDirective} ${e.blockedURI}`));
"""
# Every element and attribute of the page that no template of ours has. Text of people may stand in
# TEXT only; ADDRESSES lead to this site and nowhere else.
FOREIGN = r"""(document) => {
  const TAGS = new Set(`html head meta title link script body header nav main footer section article
    aside div p span a b i em strong small abbr bdi code kbd pre br hr wbr h1 h2 h3 h4 ul ol li dl dt dd
    table caption colgroup col thead tbody tfoot tr th td form fieldset legend label input select
    optgroup option datalist textarea button output progress meter details summary figure figcaption
    img noscript time data svg g path line polyline polygon circle rect text tspan title desc defs use
    sub sup u s del ins mark blockquote template`.split(/\s+/));
  const ADDRESSES = ["href", "src", "action", "formaction", "data", "poster", "background",
    "xlink:href", "hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete", "cite", "srcset"];
  const TEXT = new Set(["value", "title", "alt", "aria-label", "placeholder", "content", "label",
    "data-label", "datetime", "hx-confirm", "data-copied", "download"]);
  const found = [];
  const at = (e) => e.outerHTML.slice(0, 120);
  for (const e of document.querySelectorAll("*")) {
    const tag = e.localName;
    if (!TAGS.has(tag)) found.push(`element ${at(e)}`);
    if (tag === "script" && e.type !== "application/json" && !/^\/static\/[\w./-]+$/.test(e.getAttribute("src") || ""))
      found.push(`script ${at(e)}`);
    for (const {name, value} of e.attributes) {
      if (/^(on|hx-on|data-hx|style$|srcdoc$|x-|v-|_$)/.test(name)) found.push(`attribute ${name} ${at(e)}`);
      if (name === "http-equiv") found.push(`meta ${at(e)}`);
      // A random id may have these letters too; a token of letters and digits does no harm anywhere.
      const plain = /^#?[\w-]*$/.test(value);
      const encoded = ADDRESSES.includes(name) && /^(https?:\/\/localhost(:\d+)?)?[\w/.?&=%~*+-]*$/.test(value);
      if (/xss/i.test(name) || (/xss|7777/i.test(value) && !TEXT.has(name) && !plain && !encoded)) found.push(`text in ${name} ${at(e)}`);
      if (ADDRESSES.includes(name) && value !== "" && !value.startsWith("data:image/svg+xml;")) {
        const url = new URL(value, location.origin);
        if (url.origin !== location.origin) found.push(`address ${name} ${at(e)}`);
      }
    }
  }
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) if (/xss|7777/.test(comments.currentNode.data)) found.push("comment");
  if (document.body && /60481729|15554/.test(document.body.textContent)) found.push("a template was run");
  return found;
}"""
# People's names (~nm) that could turn the line they stand in: outside of any isolation.
LOOSE = r"""(document) => {
  const found = [];
  const texts = document.createTreeWalker(document.body || document, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (node.data.includes("~nm") && !node.parentElement.closest("bdi, [dir=auto], option, textarea, title, script"))
      found.push(node.parentElement.closest("p, li, td, th, h1, h2, h3, dd, div").outerHTML.slice(0, 300));
  }
  return found;
}"""
BOTH = f"() => [({FOREIGN})(document), ({LOOSE})(document)]"
PARSED = f"""(pages) => pages.map((text) => {{
  const page = new DOMParser().parseFromString(text, "text/html");
  return [({FOREIGN})(page), ({LOOSE})(page)];
}})"""
MARK = re.compile(r"~[a-z]{2}\b")
# Ours, which run nothing and cost most of the time.
_SHEETS = re.compile(rb'<link rel="(?:stylesheet|icon)" href="/static/[\w/.-]+"[^>]*>')


@dataclass
class Inside:
    """A browser's page that shows answers; `found` is what it caught, by where it was."""

    page: Page
    ask: Callable[[str], HttpResponse]
    ran: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    loose: set[str] = field(default_factory=set)
    shown: int = 0
    parsed: int = 0
    _answer: HttpResponse | None = None
    _fragments: list[Route] = field(default_factory=list)

    def show(self, answer: HttpResponse, where: str) -> list[str]:
        """Render an answer and look at everything in it; what was caught."""
        self._answer, self.shown = answer, self.shown + 1
        try:
            self.page.goto(f"{ORIGIN}/shown/", wait_until="load")
            self._answer_fragments()
            foreign, loose = self.page.evaluate(BOTH)
        except Error as error:  # it is somewhere else by now
            foreign, loose = [f"went away: {error.message[:60]}"], []
            self._leave()
        caught = [f"{where}: {what}" for what in foreign + self.ran + self.asked]
        self.loose |= {f"{where}: {line}" for line in loose}
        self.found += caught
        self.ran.clear()
        self.asked.clear()
        return caught

    def _leave(self) -> None:
        """Away from a page that goes somewhere by itself, which may come in between."""
        for _ in range(5):
            try:
                self.page.goto("about:blank")
            except Error:
                self.page.wait_for_timeout(100)
            else:
                return
        raise AssertionError("the browser's page cannot be left")

    def _answer_fragments(self) -> None:
        """Not in `answer`: that runs in Playwright's loop, where Django has another connection."""
        while self._fragments:
            route = self._fragments.pop()
            split = urlsplit(route.request.url)
            path = f"{split.path}?{split.query}" if split.query else split.path
            _fulfil(route, self.ask(path))
            self.page.wait_for_timeout(30)

    def parse(self, answers: Mapping[str, HttpResponse]) -> None:
        """Many answers at once, read by the browser's own parser but not run."""
        bodies = [answer.content.decode(errors="replace") for answer in answers.values()]
        self.parsed += len(bodies)
        seen = self.page.evaluate(PARSED, bodies)
        for where, (foreign, loose) in zip(answers, seen, strict=True):
            self.found += [f"{where}: {what}" for what in foreign]
            self.loose |= {f"{where}: {line}" for line in loose}

    def answer(self, route: Route) -> None:
        """What the page asked for."""
        url = route.request.url
        split = urlsplit(url)
        if not url.startswith(ORIGIN + "/"):
            self.asked.append(f"asked for {url[:100]}")
            route.abort()
        elif split.path == "/shown/" and self._answer is not None:
            answer, self._answer = self._answer, None
            headers = dict(answer.items())
            headers[f"{POLICY}-Report-Only"] = headers.pop(POLICY, "")
            route.fulfill(status=200, headers=headers, body=_SHEETS.sub(b"", answer.content))
        elif split.path.startswith("/static/"):
            found = finders.find(split.path.removeprefix("/static/"))
            route.fulfill(path=str(found)) if found else route.fulfill(status=404, body="")
        elif route.request.headers.get("hx-request"):
            self._fragments.append(route)
        else:
            self.asked.append(f"asked for {split.path[:100]}")
            route.fulfill(status=404, body="")


def _fulfil(route: Route, answer: HttpResponse) -> None:
    body = b"".join(answer) if answer.streaming else answer.content
    headers = {k: v for k, v in answer.items() if k not in {POLICY, "Content-Length"}}
    route.fulfill(status=answer.status_code, headers=headers, body=body)


def inside(browser: Browser, ask: Callable[[str], HttpResponse]) -> Inside:
    """A page of a profile of its own; `ask` answers what htmx asks for."""
    context = browser.new_context()
    page = context.new_page()
    shown = Inside(page, ask)
    page.expose_binding("xssRan", lambda _, what: shown.ran.append(f"ran: {what}"))
    page.add_init_script(CANARY)
    page.on("dialog", lambda dialog: _shut(dialog, shown))
    page.route("**/*", shown.answer)
    return shown


def _shut(dialog: Dialog, shown: Inside) -> None:
    shown.ran.append(f"ran: a dialog: {dialog.message}")
    dialog.dismiss()
