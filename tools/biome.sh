#!/usr/bin/env bash
# Run Biome, which formats and lints the pages: biome.sh ci|format|check ARGUMENTS. tools/setup.sh test installs it.
set -euo pipefail
cd "$(dirname "$0")/.."

shopt -s nullglob
programs=(node_modules/@biomejs/cli-*/biome)
if [ ${#programs[@]} -eq 0 ]; then
    printf 'pitboss: Biome is not installed, so the pages are not looked at (make setup-test says why)\n' >&2
    exit 0
fi
exec "${programs[0]}" "$@"
