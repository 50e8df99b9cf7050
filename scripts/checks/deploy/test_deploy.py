"""The Dockerfile, the manifests and the unit: checked by standard tools, against each other, and
against the program's options, ports, metrics and system calls."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cluster import manifest_problems, scaling_problems
from image import image_problems
from program import Program
from unit import sandbox_problems, unit_problems

ROOT = Path(__file__).parents[3]
DEPLOY = Path("scripts/deploy")
MANIFESTS = sorted((ROOT / DEPLOY / "kubernetes").rglob("*.yaml"))
TOOLS = [
    ["hadolint", DEPLOY / "Dockerfile"],
    ["kubernetes-validate", "--strict", *MANIFESTS, DEPLOY / "prometheus-adapter.yaml"],
    ["checkov", "--config-file", DEPLOY / "checkov.yaml", "--directory", DEPLOY],
    ["shellcheck", "--external-sources", "scripts/check", "scripts/install", "scripts/build-root",
     "scripts/build-release", "scripts/release"],
    ["systemd-sysusers", "--dry-run", ROOT / DEPLOY / "systemd/sysusers.conf"],
]  # fmt: skip
DEPLOYMENT = "kubernetes/deployment.yaml"
NETWORK = "kubernetes/network.yaml"
FLEET_NETWORK = "kubernetes/fleet/network.yaml"
SERVICE = "kubernetes/service.yaml"
SCALING = "kubernetes/availability.yaml"
ADAPTER = "prometheus-adapter.yaml"
DOCKERFILE = "Dockerfile"
IGNORED = "../../.dockerignore"
UNIT = "systemd/interaction-engine.service"
# Faults to detect: a file, a replacement in it, and a part of the problem.
FAULTS = [
    (DEPLOYMENT, "--drain-deadline", "--drain-dedline", "--drain-dedline"),
    (DEPLOYMENT, "memory-mib=", "memory=", "memory"),
    (DEPLOYMENT, "--web-port=8080", "--web-port=8081", "the port browsers is 8080"),
    (DEPLOYMENT, "- --timeout=3", "- --patience=3", "--patience is no option"),
    (DEPLOYMENT, "=127.0.0.1:50051", "=127.0.0.1:50052", "listens on 50051, not on 50052"),
    (DEPLOYMENT, "--tls-ca=/run/tls/", "--tls-ca=/run/ca/", "/run/ca/ca.crt is in no volume"),
    (DEPLOYMENT, "GracePeriodSeconds: 35", "GracePeriodSeconds: 25", "it takes 33"),
    (DEPLOYMENT, "runAsNonRoot: true", "runAsNonRoot: false", "runAsNonRoot is False"),
    (DEPLOYMENT, ".svc:2379", ".svc:2380", "may not call TCP 2380"),
    (DEPLOYMENT, "--fleet-ca=", "--fleet-root=", "--fleet-root"),
    (DEPLOYMENT, "=/run/fleet/", "=/run/store/", "/run/store/ca.crt is in no volume"),
    (DEPLOYMENT, "# - --fleet-store", "# --fleet-store", "no example of a store"),
    (NETWORK, "egress: []", "egress: [{}]", "may call anything"),
    (NETWORK, "egress: []", "egress: [{to: [{podSelector: {}}], ports: [{port: 80}]}]",
     "may call TCP 80, and need not"),
    (FLEET_NETWORK, "protocol: UDP", "protocol: SCTP", "may not call UDP 53"),
    (FLEET_NETWORK, "app.kubernetes.io/name: interaction-engine", "app: attic",
     "does not match the pods"),
    (SERVICE, "  app.kubernetes.io/name: interaction-engine\n  ports", "  app: attic\n  ports",
     "does not match the pods"),
    (SERVICE, "targetPort: operators", "targetPort: operator", "have no port operator"),
    (SCALING, "name: interaction_lag_seconds", "name: interaction_lag", "is made by no rule"),
    (ADAPTER, "seriesQuery: interaction_sessions_active", "seriesQuery: interaction_sessions",
     "engines have no metric interaction_sessions"),
    (DOCKERFILE, "USER 65532:65532", "USER 0:0", "is not the user of the Deployment"),
    (DOCKERFILE, '"--timeout", "5"', '"--patience", "5"', "--patience is no option"),
    (DOCKERFILE, "EXPOSE 50051 50052", "EXPOSE 50051", "are not the Deployment's ports"),
    (DOCKERFILE, "=/bin/swift-backtrace", "=/swift-backtrace", "which is not there"),
    (DOCKERFILE, "registers=none,", "", "not SWIFT_BACKTRACE with"),
    (IGNORED, "!Tests\n", "", "Tests is left out"),
    (UNIT, "TimeoutStopSec=30", "TimeoutStopSec=20", "it takes 28"),
    (UNIT, "serve --config", "serve --configuration", "--configuration"),
    (UNIT, "Type=notify", "Type=notfy", "Failed to parse service type"),
    (UNIT, "NoNewPrivileges=yes", "User=root", "Overall exposure level"),
    (UNIT, "=/usr/local/bin/swift-backtrace", "=/usr/bin/swift-backtrace", "is not there"),
    (UNIT, "INET6 AF_UNIX", "INET6", "does not hear from the engine"),
    (UNIT, "=AF_INET ", "=", "RestrictAddressFamilies does not allow AF_INET"),
    (UNIT, "~@privileged", "~@privileged @resources", "does not allow setpriority"),
    (UNIT, "Filter=@system-service", "Filter=@basic-io", "SystemCallFilter does not allow"),
]  # fmt: skip

PROBLEMS = [manifest_problems, scaling_problems, image_problems, unit_problems, sandbox_problems]


@pytest.fixture(scope="session")
async def program(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Program:
    program = Program(binary)
    await program.watch(tmp_path_factory.mktemp("program"))
    return program


@pytest.mark.timeout(300)
@pytest.mark.parametrize("command", TOOLS, ids=lambda command: command[0])
def test_a_tool_of_the_field_is_content(command: list[str | Path]) -> None:
    folders = f"{ROOT}/.venv-deploy/bin:{os.environ['PATH']}"
    found = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"PATH": folders}, capture_output=True, text=True,
        check=False)  # fmt: skip
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("problems", PROBLEMS)
def test_what_engines_are_deployed_with_has_no_problems(problems, program: Program) -> None:
    assert list(problems(ROOT / DEPLOY, program)) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "part"), FAULTS, ids=[f"{file}: {new}" for file, _, new, _ in FAULTS])
def test_a_fault_is_found(
    file: str, old: str, new: str, part: str, program: Program, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / DEPLOY, tmp_path / DEPLOY)
    shutil.copy(ROOT / ".dockerignore", tmp_path)
    changed = tmp_path / DEPLOY / file
    text = changed.read_text()
    assert old in text
    changed.write_text(text.replace(old, new))
    found = [each for problems in PROBLEMS for each in problems(tmp_path / DEPLOY, program)]
    assert any(part in each for each in found), found
