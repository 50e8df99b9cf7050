"""What the engine is started with for the attacks not to take minutes."""

# How long connections without a call may stay; the engine gives them five seconds more to go.
IDLE_SECONDS = 2
GRACE_SECONDS = 5

LIMITS = ["--limit", f"idle-connection-seconds={IDLE_SECONDS}"]
