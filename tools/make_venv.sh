#!/bin/sh
# Makes the virtual environment $1 with the newest Python of 3.11 or later that can make one.
set -eu
venv=$1
for python in python3.13 python3.12 python3.11 python3; do
    command -v "$python" >/dev/null 2>&1 || continue
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
    # Debian ships venv apart from Python: look before half an environment stands there.
    "$python" -c 'import venv, ensurepip' 2>/dev/null || continue
    echo "Making $venv with $("$python" --version) ..."
    exec "$python" -m venv --clear "$venv"
done
echo "No Python 3.11 or newer with 'venv' was found." >&2
echo "Install one, for example: apt-get install python3 python3-venv" >&2
exit 1
