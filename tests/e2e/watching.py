"""What a browser says and asks for while a test uses it: the pages promise that it is nothing odd."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

REFUSED_PAGE = "Failed to load resource"  # what Chromium writes about any page of status 4xx
# Tells of each thing that the page's policy kept from it, in the page itself and in its frames.
TELL = """addEventListener("securitypolicyviolation", (event) => violated(
  `${event.effectiveDirective} ${event.blockedURI} ${event.sample} at ${event.documentURI}`))"""


@dataclass
class Watch:
    """Collected from every page of a profile; all lists stay empty on a good day."""

    origin: str
    said: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        """Watch every page of this profile from now on."""
        context.expose_binding("violated", lambda _, what: self.violations.append(str(what)))
        context.add_init_script(TELL)
        context.on("page", self.follow)

    def follow(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("request", self._request)
        page.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if not message.text.startswith(REFUSED_PAGE):  # `_response` knows which kind it was
            self.said.append(message.text)

    def _request(self, request: Request) -> None:
        split = urlsplit(request.url)
        if split.scheme != "data" and f"{split.scheme}://{split.netloc}" != self.origin:
            self.foreign.append(request.url)

    def _response(self, response: Response) -> None:
        if (
            response.status >= 400 and response.request.resource_type != "document"
        ) or response.status >= 500:
            self.broken.append(f"{response.status} {response.url}")

    def everything(self) -> dict[str, list[str]]:
        """What there is to complain about."""
        found = {
            "said": self.said,
            "foreign": self.foreign,
            "broken": self.broken,
            "violations": self.violations,
        }
        return {kind: lines for kind, lines in found.items() if lines}
