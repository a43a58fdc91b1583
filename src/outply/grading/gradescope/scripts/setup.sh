#!/usr/bin/env bash
# Prepares the grading machine: a Python for outply's wheel, outply itself, and compilers for submissions.
# Gradescope runs it once, as root, when it builds the autograder. OUTPLY_AUTOGRADER replaces /autograder in a trial elsewhere.
set -euo pipefail

root="${OUTPLY_AUTOGRADER:-/autograder}"
. "$root/source/settings.sh"

say() { echo "setup.sh: $*" >&2; }
fail() { say "$*"; exit 1; }

# Installs system packages, or fails if there is no apt-get or no permission.
updated=
install_packages() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  if [ -z "$updated" ]; then
    apt-get update -qq >&2 || return 1
    updated=yes
  fi
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
}

# 1. A Python that fits the wheel.
fits() {
  command -v "$1" >/dev/null && "$1" - "$PYTHON" "$PYTHON_OR_LATER" <<'END'
import sys
required, or_later = sys.argv[1:]
required = tuple(map(int, required.split(".")))
version = tuple(sys.version_info[:2])
sys.exit(not (version == required or or_later == "yes" and version >= required))
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
required="Python $PYTHON"
[ "$PYTHON_OR_LATER" != yes ] || required+=" or later"
if ! python="$(find_python)"; then
  say "$required is not installed; trying to install it"
  install_packages "python$PYTHON" "python$PYTHON-venv" || {
    install_packages software-properties-common && add-apt-repository -y ppa:deadsnakes/ppa >&2 && updated= &&
      install_packages "python$PYTHON" "python$PYTHON-venv"
  } || true
  python="$(find_python)" ||
    fail "outply's wheel needs $required, which is not installed and could not be installed." \
      "Choose an image with this version, or make the archive with the image's version of Python."
fi

# 2. outply, separate from the Python of submissions. Only root may read it, since it can compute all answers.
export PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
rm -rf "$root/venv"
if ! "$python" -m venv "$root/venv" >&2; then
  install_packages "python$PYTHON-venv" || install_packages python3-venv ||
    fail "$python cannot create a virtual environment: the module venv is missing"
  "$python" -m venv --clear "$root/venv"
fi
chmod 700 "$root/venv"
"$root/venv/bin/python" -m pip install -q --find-links "$root/source/wheels" "$root"/source/wheels/*.whl ||
  fail "outply or its dependencies could not be installed"
"$root/venv/bin/python" -I -c "import outply.cli.main, outply.search.exact" ||
  fail "outply does not run on this image: its wheel was built for another system. Build a wheel on the image" \
    "and make the archive with --wheel FILE."

# 3. Compilers and interpreters for submissions: python3, make, g++, util-linux; a JDK and Python 2 if selected.
# The log of the build lists their versions at its end, and the feedback to a submission names those that ran it.
need() {
  command -v "$1" >/dev/null || install_packages "$2" || say "$1 is not installed: submissions that need it will not run"
}
need python3 python3
need make make
need g++ g++
if [ "$INSTALL_JAVA" = yes ]; then
  need javac default-jdk-headless
fi
if [ "$INSTALL_PYTHON2" = yes ] && ! command -v python2 >/dev/null && ! install_packages python2; then
  say "this image has no Python 2: homework.py runs with Python 3 if it is valid Python 3, and is reported as not run otherwise"
fi
need prlimit util-linux
for tool in python2 python3 make g++ javac; do
  if path="$(command -v "$tool")" && version="$("$tool" --version 2>&1 </dev/null)"; then
    say "$tool: ${version%%$'\n'*} ($path)"
  else
    say "$tool: not installed"
  fi
done
