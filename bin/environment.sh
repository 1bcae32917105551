# Functions that install packages of Debian, Python and Node. The scripts in this folder source it.

# Have the C library give memory back to the system, and take little address space for each thread. Otherwise a process
# keeps the maximum that each thread ever used, and one with a limit of memory may miss it because of its threads alone.
export MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=1048576

# Install those of the given Debian packages that are missing.
debian_packages() {
    command -v dpkg-query >/dev/null || return 0
    missing=
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0

    install="apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends$missing"
    if [ "$(id -u)" = 0 ]; then
        may=
    elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        may=sudo
    else
        echo "Missing Debian packages. As root, run this and then start again:" >&2
        echo "  apt-get update && $install" >&2
        return 1
    fi
    echo "Installing Debian packages:$missing"
    apt="$may env DEBIAN_FRONTEND=noninteractive"
    ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1 || $apt apt-get -o DPkg::Lock::Timeout=300 update -q
    # Outdated package lists may refer to files that no longer exist.
    $apt $install -q || { $apt apt-get -o DPkg::Lock::Timeout=300 update -q && $apt $install -q; }
}

# Print the Debian packages that Python needs to create a virtual environment, if any.
python_packages() {
    python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
}

# Make .venv match the given lock files; does nothing about those that are installed.
python_environment() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "Python 3.11 or later is needed; python3 is $(python3 --version)." >&2
        return 1
    }
    .venv/bin/python -c '' 2>/dev/null || python3 -m venv --clear .venv
    missing=
    for lock in "$@"; do
        [ -f "$lock" ] || { echo "EXTRAS names an extra that does not exist: there is no $lock." >&2; return 1; }
        cmp -s "$lock" ".venv/$lock" || missing="$missing $lock"
    done
    [ -n "$missing" ] || return 0
    echo "Installing the Python packages of$missing"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input --no-compile --require-hashes \
        $(printf ' -r %s' $missing)
    # On all processors, unlike pip. Files that do not compile are never imported.
    .venv/bin/python -m compileall -qq -j 0 .venv/lib || :
    # The development lock includes all others, so the site can start in an environment for tests.
    case $missing in *requirements-dev.lock*) missing=$(echo requirements*.lock) ;; esac
    cp $missing .venv
}

# Print the Debian packages that the checks of styles and scripts need, if any.
node_packages() {
    command -v npm >/dev/null || echo nodejs npm
}

# Make node_modules match package-lock.json; does nothing when it does. No package may run a script of its own.
node_environment() {
    ! cmp -s package-lock.json node_modules/package-lock.json || return 0
    echo "Installing the packages of package-lock.json"
    npm ci --ignore-scripts --loglevel=error >/dev/null
    cp package-lock.json node_modules
}

# Print the lock files of the optional extras that EXTRAS names.
extra_locks() {
    for extra in ${EXTRAS:-}; do echo "requirements-$extra.lock"; done
}

# Libraries of WeasyPrint, and fonts for scripts that the vendored fonts lack.
PRINTING_PACKAGES="libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-noto-core fonts-noto-cjk"
