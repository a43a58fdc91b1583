#!/usr/bin/env bash
# Prepares the machine that grades: a Python that outply fits, outply itself, and what submissions are built with.
# Gradescope runs it once, as root, when the autograder is built. OUTPLY_AUTOGRADER is for trying it elsewhere.
set -euo pipefail

root="${OUTPLY_AUTOGRADER:-/autograder}"
. "$root/source/settings.sh"

say() { echo "setup.sh: $*" >&2; }
fail() { say "$*"; exit 1; }

# Installs packages of the system, where that can be done.
updated=
fetch() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  if [ -z "$updated" ]; then
    apt-get update -qq >&2 || return 1
    updated=yes
  fi
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

# 1. A Python that the wheel fits.
fits() {
  command -v "$1" >/dev/null && "$1" - "$PYTHON" "$OR_LATER" <<'END'
import sys
wanted, later = sys.argv[1:]
here = "%d.%d" % sys.version_info[:2]
number = lambda version: tuple(map(int, version.split(".")))
sys.exit(not (here == wanted or later == "yes" and number(here) >= number(wanted)))
END
}
find_python() {
  local name
  for name in "python$PYTHON" python3 python3.{11..20}; do
    if fits "$name" 2>/dev/null; then
      command -v "$name"
      return
    fi
  done
  return 1
}
needed="Python $PYTHON"
[ "$OR_LATER" != yes ] || needed+=" or later"
if ! python="$(find_python)"; then
  say "there is no $needed here; trying to install it"
  fetch "python$PYTHON" "python$PYTHON-venv" || {
    fetch software-properties-common && add-apt-repository -y ppa:deadsnakes/ppa >&2 && updated= &&
      fetch "python$PYTHON" "python$PYTHON-venv"
  } || true
  python="$(find_python)" ||
    fail "the wheel of outply needs $needed, which is not here and could not be installed." \
      "Choose an image that has it, or make the archive with the Python of the image."
fi

# 2. outply, apart from the Python of submissions. Nobody but us may read it: it knows all answers.
export PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
rm -rf "$root/venv"
if ! "$python" -m venv "$root/venv" >&2; then
  fetch "python$PYTHON-venv" || fetch python3-venv || fail "$python cannot make an environment: it has no venv"
  "$python" -m venv --clear "$root/venv"
fi
chmod 700 "$root/venv"
"$root/venv/bin/python" -m pip install -q --find-links "$root/source/wheels" "$root"/source/wheels/*.whl ||
  fail "outply or what it needs could not be installed"
"$root/venv/bin/python" -I -c "import outply.cli.main, outply.search.exact" ||
  fail "outply does not run here: its wheel was built for another system. Build one on this image, and make the" \
    "archive with it."

# 3. What submissions are built and run with.
need() {
  command -v "$1" >/dev/null || fetch "$2" || say "there is no $1 here: submissions that need it will not run"
}
need python3 python3
need make make
need g++ g++
if [ "$JAVA" = yes ]; then
  need javac default-jdk-headless
fi
need prlimit util-linux
