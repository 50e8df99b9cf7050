"""Limits that the engine is started with for the attacks not to take minutes."""

# Seconds that connections without a call may stay; the engine gives them five more to go.
IDLE_SECONDS = 8
GRACE_SECONDS = 5

LIMITS = [
    "--limit", f"idle-connection-seconds={IDLE_SECONDS}",
    # Attackers open sessions by the thousand, from the address of one user.
    "--limit", "opens-per-second=100000", "--limit", "open-burst=100000",
]  # fmt: skip

# Attackers' address: what an engine takes from one address leaves the others, such as 127.0.0.1,
# their part.
ATTACKERS = "127.0.0.2"
