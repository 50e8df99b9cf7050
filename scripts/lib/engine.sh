# Functions for scripts that start a built engine; they define usage() and source this file.
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# use_engine [BINARY]: sets $engine, and changes to the repository's folder.
use_engine() {
  if [[ $# -gt 1 ]]; then
    usage >&2
    exit 64
  fi
  engine=$(realpath -m "${1:-$repository/.build/debug/interaction-engine}")
  if [[ ! -f $engine || ! -x $engine ]]; then
    echo "$0: there is no engine at $engine; build it with 'swift build'" >&2
    exit 66
  fi
  cd "$repository"
}

# run_python FILE ARGUMENT...: runs a program with the contract's stubs.
run_python() {
  if [[ -z ${stubs-} ]]; then
    stubs=$(mktemp -d)
    trap 'rm -rf "$stubs"' EXIT
    scripts/generate --python "$stubs"
  fi
  # The checks report connection failures themselves.
  export GRPC_VERBOSITY=NONE
  # -B: no bytecode in the repository.
  PYTHONPATH=$stubs:scripts/lib .venv/bin/python -B "$@"
}
