"""Whether the web server of this container answers, asked under the name it is known by."""

import os
import sys
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

url = f"http://127.0.0.1:{os.environ.get('PORT', '8000')}/healthz"
host = urlsplit(os.environ.get("BASE_URL", "http://localhost:8000")).netloc
try:
    with urlopen(Request(url, headers={"Host": host}), timeout=4) as answer:
        sys.exit(answer.status != 200)
except OSError as error:
    sys.exit(str(error))
