# For scripts that start a built engine from outside; they define usage() and source this file.
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# use_engine [BINARY]: the engine, as $engine; then the repository is the folder to work in.
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

# run_python FILE ARGUMENT...: a program that speaks the contract.
run_python() {
  if [[ -z ${stubs-} ]]; then
    stubs=$(mktemp -d)
    trap 'rm -rf "$stubs"' EXIT
    scripts/generate --python "$stubs"
  fi
  # What connections fail of is for the checks to tell.
  export GRPC_VERBOSITY=NONE
  # -B: the sources are in the repository, their bytecode is not to be.
  PYTHONPATH=$stubs:scripts/lib .venv/bin/python -B "$@"
}
