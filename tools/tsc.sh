#!/usr/bin/env bash
# Check the pages' modules with TypeScript, against the types that were made from the API's document. Nothing is compiled.
# tools/setup.sh test installs it.
set -euo pipefail
cd "$(dirname "$0")/.."

program=node_modules/typescript/bin/tsc
if [ ! -e "$program" ] || ! command -v node >/dev/null; then
    printf 'pitboss: TypeScript is not installed, so the types of the pages are not looked at (make setup-test says why)\n' >&2
    exit 0
fi
exec node "$program" --project tsconfig.json "$@"
