"""The way of an arbiter through the pages, in the words that stand there."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.builders import totp_code
from tests.site import Site

TRF = Path(__file__).resolve().parent.parent / "data" / "trf"
PASSWORD = "quiet bishop on b7"
REBUILD_SECONDS = 45  # the longest that a ladder may stay behind: a sweep, on a busy machine


def sign_up(page: Page, email: str) -> None:
    page.goto("/")
    page.get_by_role("link", name="Start a ladder for your club").click()
    fill(page, "E-mail", email)
    fill(page, "Password", PASSWORD)
    fill(page, "Password (again)", PASSWORD)
    press(page, "Sign up")
    heading(page, "Your clubs")


def log_in(page: Page, email: str) -> None:
    """On the page of the login."""
    fill(page, "E-mail", email)
    fill(page, "Password", PASSWORD)
    press(page, "Log in")
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def log_out(page: Page) -> None:
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()


def make_club(page: Page, name: str) -> None:
    """From "Your clubs", by somebody whose address is not confirmed yet."""
    page.get_by_role("link", name="New club").click()
    fill(page, "Name of the club", name)
    press(page, "Make the club")
    heading(page, name)


def confirm_address(page: Page, site: Site, email: str) -> None:
    """Open the link of the e-mail, which this installation prints where it runs."""
    page.goto(link_in_mail(site, email))
    press(page, "Confirm")


def link_in_mail(site: Site, email: str) -> str:
    """The newest link to confirm this address in what the web process printed."""
    printed = (site.folder / "web.log").read_text(errors="replace")
    mails = [mail for mail in printed.split("Content-Type: ") if f"To: {email}" in mail]
    links = re.findall(rf"{site.url}/accounts/confirm-email/[^\s/]+/", "\n".join(mails))
    assert links, f"no link for {email} was printed"
    return str(links[-1])


def set_up_second_step(page: Page) -> None:
    """What an instance admin is sent to before the first page of the administration."""
    page.goto("/staff/ladders/")
    heading(page, "Two-step login")
    page.goto("/accounts/2fa/totp/activate/")
    if page.get_by_role("heading", level=1).inner_text() != "Set up an authenticator app":
        fill(page, "Password", PASSWORD)
        press(page, "Confirm")
    secret = page.locator("#authenticator_secret").input_value()
    page.locator("input[name=code]").fill(totp_code(secret))
    press(page, "Activate")
    heading(page, "Recovery codes")
    page.goto("/home/")


def open_to_members(page: Page) -> None:
    """From the club's home: let whoever has the link look."""
    page.get_by_role("link", name="Open it to members").click()
    page.get_by_role("radio", name="Members with the link").check()
    press(page, "Change who may look")


def open_club(page: Page, site: Site, email: str, name: str) -> None:
    """A new person with a club that is open to members; ends at the club's home."""
    sign_up(page, email)
    make_club(page, name)
    confirm_address(page, site, email)
    page.goto("/home/")
    open_to_members(page)
    page.goto("/home/")


def member_link(page: Page) -> str:
    """The secret link, as the club's home shows it to an arbiter."""
    page.goto("/home/")
    return page.get_by_role("textbox", name="Link", exact=True).input_value()


# -- An event -----------------------------------------------------------------------------------


def upload(page: Page, file: Path | dict[str, object]) -> None:
    """From any page of the club to the draft of a file."""
    page.get_by_role("link", name="New event").first.click()
    page.get_by_label("Tournament file").set_input_files(file)  # type: ignore[arg-type]
    press(page, "Read the file")


def csv_file(*games: str) -> dict[str, object]:
    """A table as a person would write it: lines "round;white;black;result"."""
    text = "\n".join(["round;white;black;result", *games])
    return {"name": "evening.csv", "mimeType": "text/csv", "buffer": text.encode()}


def details(page: Page, name: str = "", day: str = "") -> None:
    """Fill in what the file does not say, and go on."""
    if name:
        fill(page, "Name", name)
    if day:
        fill(page, "Last day", day)
    press(page, "Save and go on")


def card(page: Page, name: str) -> Locator:
    """The card of one name that waits for its answer."""
    title = page.get_by_role("heading", name=name, exact=True)
    return page.locator(".review > li").filter(has=title)


def answer(page: Page, name: str, said: str) -> None:
    """Press one answer for one name, and see that it stands."""
    card(page, name).get_by_role("button", name=said).click()
    expect(card(page, name)).to_have_count(0)
    expect(page.get_by_text(name).first).to_be_visible()


def publish(page: Page) -> None:
    """From the name review into the ladder; ends at the event."""
    page.get_by_role("link", name="Go on").click()
    press(page, "Write into the ladder")


def all_new(page: Page) -> None:
    page.get_by_role("button", name=re.compile("remaining names? (is a|are) new member")).click()
    expect(page.get_by_text("every name has its answer")).to_be_visible()


def outcome(page: Page, headline: str | re.Pattern[str]) -> None:
    """The panel says what the ladder made of it, without anybody pressing anything."""
    panel = page.locator("#outcome .headline")
    expect(panel).to_have_text(headline, timeout=REBUILD_SECONDS * 1000)


def play(page: Page, name: str, day: str, *games: str) -> None:
    """A whole evening of people who are all new, from the file to the ladder."""
    upload(page, csv_file(*games))
    details(page, name, day)
    all_new(page)
    publish(page)


# -- Things on a page ---------------------------------------------------------------------------


def fill(page: Page, label: str, text: str) -> None:
    page.get_by_role("main").get_by_label(
        re.compile(rf"^{re.escape(label)}( \(optional\))?:?$")
    ).fill(text)


def press(page: Page, button: str) -> None:
    page.get_by_role("main").get_by_role("button", name=button, exact=True).click()


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)
