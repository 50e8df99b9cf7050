"""What the engine is started with for the attacks not to take minutes."""

# How long connections without a call may stay; the engine gives them five seconds more to go.
IDLE_SECONDS = 6
GRACE_SECONDS = 5
# How many times as long everything may take, for machines that have other work.
SLACK = 3

LIMITS = ["--limit", f"idle-connection-seconds={IDLE_SECONDS}"]
