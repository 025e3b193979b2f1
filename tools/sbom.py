"""The bill of materials: what is installed of others, as CycloneDX 1.5, from a lock with hashes.

python -m tools.sbom requirements/base.txt > sbom.json
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

_PACKAGE = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(?P<version>[^\s;\\]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def bill(lock: str) -> dict[str, Any]:
    """Every package of a lock with its version and the hashes of the files that may be installed.

    Raises ValueError for a package without a hash.
    """
    components: list[dict[str, Any]] = []
    for block in re.split(r"\n(?=[A-Za-z0-9])", lock):
        if not (found := _PACKAGE.match(block)):
            continue
        name, version = found["name"].lower(), found["version"]
        hashes = _HASH.findall(block)
        if not hashes:
            raise ValueError(f"{name} {version} has no hash")
        purl = f"pkg:pypi/{name}@{version}"
        components.append(
            {
                "type": "library",
                "bom-ref": purl,
                "name": name,
                "version": version,
                "purl": purl,
                "hashes": [{"alg": "SHA-256", "content": one} for one in hashes],
            }
        )
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "components": sorted(components, key=lambda one: str(one["name"])),
    }


if __name__ == "__main__":
    json.dump(bill(Path(sys.argv[1]).read_text()), sys.stdout, indent=1)
