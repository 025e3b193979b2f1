"""Ask for known vulnerabilities of the locked packages. Part of `make check`.

pip-audit ends well when its service knows none of the packages or cannot be reached; here a
package that was not looked at is said to be NOT CHECKED. AUDIT=strict fails on that, too.
"""

import json
import os
import subprocess
import sys
from typing import Any

SERVICES = ("pypi", "osv")


def ask(service: str, locks: list[str]) -> list[dict[str, Any]] | None:
    """What the service says of each package, or None where it said nothing."""
    command = [sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off", "--vulnerability-service", service]
    for lock in locks:
        command += ["--requirement", lock]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        packages: list[dict[str, Any]] = json.loads(answer.stdout)["dependencies"]
    except (ValueError, KeyError):
        reason = answer.stderr.strip().splitlines() or ["no answer"]
        print(f"Audit: {service} could not be asked: {reason[-1][:200]}")
        return None
    return packages


def main(locks: list[str]) -> int:
    open_names: set[str] | None = None
    for service in SERVICES:
        packages = ask(service, locks)
        if not packages:
            continue
        vulnerable = [package for package in packages if package.get("vulns")]
        for package in vulnerable:
            for found in package["vulns"]:
                fixed = ", ".join(found["fix_versions"]) or "none yet"
                what = f"{package['name']} {package['version']}: {found['id']}"
                print(f"VULNERABLE {what}, fixed in {fixed}")
        if vulnerable:
            return 1
        skipped = {package["name"] for package in packages if "skip_reason" in package}
        checked = len(packages) - len(skipped)
        print(f"Audit: {service} knows nothing against {checked} of {len(packages)} packages.")
        open_names = skipped if open_names is None else open_names & skipped
        if not open_names:
            return 0
    names = ", ".join(sorted(open_names)) if open_names else "all packages"
    print(f"Audit: NOT CHECKED for known vulnerabilities: {names}")
    return 1 if os.environ.get("AUDIT") == "strict" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
