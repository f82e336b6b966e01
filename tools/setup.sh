#!/usr/bin/env bash
# Bring .venv up to date with the lock files: setup.sh run|test|bench. Each of the three installs what the ones before it
# do: the benchmarks start databases and floors with the help of the tests.
#
# A stamp inside .venv, named by the hash of what was installed, says that there is nothing to do. It is written
# last, so an interrupted installation is repeated.
set -euo pipefail
cd "$(dirname "$0")/.."

part=${1:?usage: setup.sh run|test|bench}
python=${PYTHON:-python3}
venv_python=.venv/bin/python

say() { printf '==> %s\n' "$*"; }
die() { printf 'pitboss: %s\n' "$*" >&2; exit 1; }

digest() { "$venv_python" -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest()[:16])'; }

check_python() {
    command -v "$python" >/dev/null || die "'$python' was not found. Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python3"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        die "Python 3.11 or newer is needed; '$python' is $("$python" --version 2>&1). Name another one: make PYTHON=python3.12"
}

# Debian and its relatives ship Python without the two modules that make an environment.
check_venv_modules() {
    "$python" -c 'import ensurepip, venv' 2>/dev/null && return
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        say 'installing python3-venv with apt-get'
        export DEBIAN_FRONTEND=noninteractive
        { apt-get update -qq && apt-get install -y -qq python3-venv; } </dev/null >/dev/null ||
            die "apt-get could not install python3-venv; install it and run make setup again"
        "$python" -c 'import ensurepip, venv' 2>/dev/null && return
    fi
    local minor
    minor=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
    die "'$python' lacks the modules venv and ensurepip. Install them (Debian, Ubuntu: apt-get install python3-venv, or $minor-venv for this very version) and run make setup again"
}

# An environment that was copied or moved, or whose Python is gone, points elsewhere; it is made anew.
environment_is_ours() {
    [ "$(cat .venv/.place 2>/dev/null)" = "$PWD" ] &&
        "$venv_python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

ensure_environment() {
    environment_is_ours && return
    check_python
    check_venv_modules
    say "creating .venv with $("$python" --version)"
    "$python" -m venv --clear .venv
    printf '%s\n' "$PWD" >.venv/.place
}

# once NAME HASH COMMAND...: run the command unless the stamp of this hash is there.
once() {
    local name=$1 hash=$2 stamp=.venv/.stamp-$1-$2
    shift 2
    [ -e "$stamp" ] && return
    rm -f ".venv/.stamp-$name-"*
    "$@"
    : >"$stamp"
}

# pip compiles on one core, and tests of others besides; it is done afterwards on all cores, without those. Of the tools
# most is never imported: what is, is compiled then.
install_lock() {
    local lock=requirements/$1.lock
    say "installing $lock"
    "$venv_python" -m pip install --quiet --no-compile --require-hashes --requirement "$lock"
    [ "$1" != run ] || "$venv_python" -m compileall -qq -j 0 -x '/tests?/' .venv/lib || true
}

install_project() {
    # An environment may still have it under the name of its first days. Its files must go before the new ones come, as
    # both have the same program: .venv/bin/pitboss.
    if "$venv_python" -m pip show --quiet pitboss 2>/dev/null; then
        "$venv_python" -m pip uninstall --quiet --yes pitboss
    fi
    say 'installing pitboss-casino (editable)'
    "$venv_python" -m pip install --quiet --no-deps --no-build-isolation --editable .
}

have_postgresql() {
    command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null
}

# The shell is Chromium without its windows and menus: the same pages for two thirds of the processor time.
have_headless() {
    command -v chromium-headless-shell >/dev/null
}

have_chromium() {
    have_headless || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null
}

have_nginx() {
    command -v nginx >/dev/null || [ -x /usr/sbin/nginx ]
}

apt_postgresql() {
    # Its programs are enough, as the tests and benchmarks start a server of their own: no cluster of the system is made.
    apt-get install -y -qq --no-install-recommends postgresql-common &&
        sed -i -E 's/^#?\s*create_main_cluster\s*=.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf &&
        apt-get install -y -qq --no-install-recommends postgresql
}

have_npm() {
    command -v npm >/dev/null
}

apt_npm() {
    apt-get install -y -qq --no-install-recommends nodejs npm
}

apt_headless() {
    apt-get install -y -qq --no-install-recommends chromium-headless-shell
}

apt_chromium() {
    apt_headless || apt-get install -y -qq --no-install-recommends chromium
}

# Its program is enough here too: a test starts it on a port of its own. The system's service is neither started now nor
# at the next boot, unless it was there before.
apt_nginx() {
    local policy=/usr/sbin/policy-rc.d status=0
    if [ -e "$policy" ]; then
        policy=
    else
        printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy"
    fi
    apt-get install -y -qq --no-install-recommends nginx || status=1
    [ -z "$policy" ] || rm -f "$policy"
    if [ "$status" -eq 0 ] && command -v systemctl >/dev/null; then systemctl disable nginx || true; fi
    return "$status"
}

# try_apt NAME PACKAGE: once; make clean lets it try again.
try_apt() {
    local name=$1 package=$2
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null || [ -e ".venv/.tried-$package" ]; then return; fi
    say "installing $name with apt-get"
    : >".venv/.tried-$package"
    export DEBIAN_FRONTEND=noninteractive
    if [ -z "${apt_is_current:-}" ]; then apt-get update -qq </dev/null >/dev/null 2>&1 || true; fi
    apt_is_current=yes
    "apt_$package" </dev/null >/dev/null 2>&1 || true
}

# install_program NAME PACKAGE: what tests need that pip does not have. Whatever happens here, the set-up goes on.
install_program() {
    local name=$1 package=$2
    "have_$package" && return
    try_apt "$name" "$package"
    "have_$package" && return
    say "$name was not found: what needs it will be skipped. Install it (Debian, Ubuntu: apt-get install $package) to include it"
}

# Biome formats and lints the pages, TypeScript checks their types. npm checks the hashes of package-lock.json and fetches it from wherever this machine's
# npm is set to; npm empties node_modules first, so the stamp in there goes with what it stands for.
install_page_tools() {
    local stamp
    stamp=node_modules/.stamp-$(cat package.json package-lock.json | digest)
    [ -e "$stamp" ] && return
    install_program 'npm (Node.js)' npm
    have_npm || return 0
    say 'installing package-lock.json (Biome, TypeScript) into node_modules'
    if npm ci --no-audit --no-fund --ignore-scripts --fetch-retries=1 --loglevel=error </dev/null >/dev/null &&
        compgen -G 'node_modules/@biomejs/cli-*/biome' >/dev/null; then
        : >"$stamp"
    else
        say 'Biome and TypeScript could not be installed: format and types of the pages will not be looked at'
    fi
}

install_programs() {
    install_program PostgreSQL postgresql
    if [ "$part" = test ]; then
        install_program Chromium chromium
        have_headless || try_apt "Chromium's headless shell" headless
        install_program nginx nginx
        install_page_tools
    fi
}

ensure_environment
if [ "$part" != run ]; then
    # Beside pip, which has other things to fetch and to unpack.
    install_programs &
    programs=$!
fi
once run "$(digest <requirements/run.lock)" install_lock run
# The fonts of the pages are packed into the checkout with it.
[ -d src/pitboss/web/faces ] || rm -f .venv/.stamp-project-*
once project "$(cat pyproject.toml setup.py src/pitboss/web/fonts.py requirements/run.lock | digest)" install_project
if [ "$part" != run ]; then
    once test "$(digest <requirements/test.lock)" install_lock test
    if [ "$part" = bench ]; then once bench "$(digest <requirements/bench.lock)" install_lock bench; fi
    wait "$programs"
fi
