#!/usr/bin/env bash
# Resolve requirements/*.in and package.json into lock files with hashes: lock.sh [--upgrade]. The versions in
# package.json are exact and are raised by hand.
#
# The machine's own pip settings are left out, so that the hashes are those of the public files and the result names
# no place of this machine. Extras stay in the locks: where one is left out, pip looks at the newest release for it and
# refuses what has no hash, so that a lock stops working on the day of that release. Each lock after the first is bound
# to the ones before it: all of them share .venv.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
tools=build/lock-venv

export PIP_CONFIG_FILE=/dev/null
export CUSTOM_COMPILE_COMMAND='make lock'
unset PIP_FIND_LINKS PIP_EXTRA_INDEX_URL

printf '==> preparing pip-tools in %s\n' "$tools"
"$python" -m venv --clear "$tools"
if [ -e requirements/lock.lock ]; then
    "$tools/bin/python" -m pip install --quiet --require-hashes --requirement requirements/lock.lock
else
    "$tools/bin/python" -m pip install --quiet --requirement requirements/lock.in
fi

for part in run test bench lock; do
    printf '==> requirements/%s.lock\n' "$part"
    "$tools/bin/pip-compile" --quiet --generate-hashes --no-emit-index-url --no-emit-find-links \
        --no-emit-trusted-host --no-strip-extras --allow-unsafe "$@" \
        --output-file "requirements/$part.lock" "requirements/$part.in"
done

printf '==> package-lock.json\n'
npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund --loglevel=error </dev/null

if grep -nE '(https?|file)://|--(index-url|extra-index-url|find-links|trusted-host)|(via|-r|-c) /' requirements/*.lock package-lock.json; then
    printf 'pitboss: a lock file names an address or a place of this machine (above)\n' >&2
    exit 1
fi
