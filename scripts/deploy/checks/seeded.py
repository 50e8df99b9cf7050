"""Faults that the checks have to find: what is replaced by what, and a part of the problem."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

Problems = Callable[[Path, Path], Iterator[str]]


@dataclass(frozen=True)
class Fault:
    file: str
    old: str
    new: str
    part: str


DEPLOYMENT = "scripts/deploy/kubernetes/deployment.yaml"
NETWORK = "scripts/deploy/kubernetes/network.yaml"
FLEET_NETWORK = "scripts/deploy/kubernetes/fleet/network.yaml"
SERVICE = "scripts/deploy/kubernetes/service.yaml"
SCALING = "scripts/deploy/kubernetes/availability.yaml"
ADAPTER = "scripts/deploy/prometheus-adapter.yaml"
DOCKERFILE = "scripts/deploy/Dockerfile"
UNIT = "scripts/deploy/systemd/interaction-engine.service"

FAULTS = [
    Fault(DEPLOYMENT, "--drain-deadline", "--drain-dedline", "--drain-dedline"),
    Fault(DEPLOYMENT, "memory-mib=", "memory=", "memory"),
    Fault(DEPLOYMENT, "--web-port=8080", "--web-port=8081", "the port browsers is 8080"),
    Fault(DEPLOYMENT, "- --timeout=3", "- --patience=3", "--patience is no option"),
    Fault(DEPLOYMENT, "=127.0.0.1:50051", "=127.0.0.1:50052", "listens on 50051, not on 50052"),
    Fault(DEPLOYMENT, "--tls-ca=/run/tls/", "--tls-ca=/run/ca/", "/run/ca/ca.crt is in no volume"),
    Fault(DEPLOYMENT, "GracePeriodSeconds: 35", "GracePeriodSeconds: 25", "it takes 33"),
    Fault(DEPLOYMENT, "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "is False"),
    Fault(DEPLOYMENT, "runAsNonRoot: true", "runAsNonRoot: false", "runAsNonRoot is False"),
    Fault(DEPLOYMENT, "drop: [ALL]", "drop: [NET_RAW]", "capabilities is"),
    Fault(DEPLOYMENT, ".svc:2379", ".svc:2380", "may not call TCP 2380"),
    Fault(DEPLOYMENT, "--fleet-ca=", "--fleet-root=", "--fleet-root"),
    Fault(DEPLOYMENT, "=/run/fleet/", "=/run/store/", "/run/store/ca.crt is in no volume"),
    Fault(DEPLOYMENT, "# - --fleet-store", "# --fleet-store", "no example of a store"),
    Fault(NETWORK, "egress: []", "egress: [{}]", "may call anything"),
    Fault(NETWORK, "egress: []", "egress: [{to: [{podSelector: {}}], ports: [{port: 80}]}]",
          "may call TCP 80, and need not"),
    Fault(FLEET_NETWORK, "protocol: UDP", "protocol: SCTP", "may not call UDP 53"),
    Fault(FLEET_NETWORK, "app.kubernetes.io/name: interaction-engine", "app: attic",
          "does not match the pods"),
    Fault(SERVICE, "  app.kubernetes.io/name: interaction-engine\n  ports", "  app: attic\n  ports",
          "does not match the pods"),
    Fault(SERVICE, "targetPort: operators", "targetPort: operator", "have no port operator"),
    Fault(SCALING, "name: interaction_lag_seconds", "name: interaction_lag", "is made by no rule"),
    Fault(ADAPTER, "seriesQuery: interaction_sessions_active", "seriesQuery: interaction_sessions",
          "engines have no metric interaction_sessions"),
    Fault(DOCKERFILE, "USER 65532:65532", "USER 0:0", "is not the user of the Deployment"),
    Fault(DOCKERFILE, '"--timeout", "5"', '"--patience", "5"', "--patience is no option"),
    Fault(DOCKERFILE, "EXPOSE 50051 50052", "EXPOSE 50051", "are not the Deployment's ports"),
    Fault(DOCKERFILE, "=/bin/swift-backtrace", "=/swift-backtrace", "which is not there"),
    Fault(DOCKERFILE, "registers=none,", "", "not SWIFT_BACKTRACE with"),
    Fault(".dockerignore", "!Tests\n", "", "Tests is left out"),
    Fault(UNIT, "TimeoutStopSec=30", "TimeoutStopSec=20", "it takes 28"),
    Fault(UNIT, "serve --config", "serve --configuration", "--configuration"),
    Fault(UNIT, "Type=notify", "Type=notfy", "Failed to parse service type"),
    Fault(UNIT, "NoNewPrivileges=yes", "User=root", "Overall exposure level"),
    Fault(UNIT, "=/usr/local/bin/swift-backtrace", "=/usr/bin/swift-backtrace", "is not there"),
    Fault(UNIT, "INET6 AF_UNIX", "INET6", "does not hear from the engine"),
    Fault(UNIT, "=AF_INET ", "=", "RestrictAddressFamilies does not allow AF_INET"),
    Fault(UNIT, "~@privileged", "~@privileged @resources", "does not allow setpriority"),
    Fault(UNIT, "Filter=@system-service", "Filter=@basic-io", "SystemCallFilter does not allow"),
]  # fmt: skip


def unnoticed(root: Path, binary: Path, checks: list[Problems]) -> Iterator[str]:
    """The faults that no check finds."""
    for fault in FAULTS:
        with tempfile.TemporaryDirectory() as scratch:
            copy = Path(scratch)
            shutil.copytree(root / "scripts/deploy", copy / "scripts/deploy")
            shutil.copy(root / ".dockerignore", copy)
            file = copy / fault.file
            text = file.read_text()
            if fault.old not in text:
                yield f"{fault.file} has no {fault.old!r} to replace"
                continue
            file.write_text(text.replace(fault.old, fault.new))
            found = [each for check in checks for each in check(copy / "scripts/deploy", binary)]
            if not any(fault.part in each for each in found):
                yield f"{fault.new!r} in {fault.file} goes unnoticed: {found}"
