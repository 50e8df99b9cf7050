"""Checks what engines are deployed with against the program and each other."""

import argparse
import sys
from pathlib import Path

import image
import kubernetes
import sandbox
import scaling
import seeded
import unit

CHECKS = {
    "the manifests fit each other and the program": kubernetes.problems,
    "the metrics to scale by exist": scaling.problems,
    "the image fits the repository and the program": image.problems,
    "the systemd unit fits systemd and the program": unit.problems,
    "the engine's system calls pass the unit's filters": sandbox.problems,
}


def main(arguments: argparse.Namespace) -> int:
    root, binary = arguments.root.resolve(), arguments.binary.resolve()
    results = {name: list(check(root / "scripts/deploy", binary)) for name, check in CHECKS.items()}
    name = f"{len(seeded.FAULTS)} seeded faults are found"
    results[name] = list(seeded.unnoticed(root, binary, list(CHECKS.values())))
    for name, problems in results.items():
        for problem in problems:
            print(f"FAILED {name}: {problem}")
        if not problems:
            print(f"ok {name}")
    return 1 if any(results.values()) else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path, help="the repository")
    parser.add_argument("binary", type=Path, help="the engine")
    sys.exit(main(parser.parse_args()))
