web=${1:-http://127.0.0.1:8080}

curl --fail-with-body -sS --json @- $web/interaction.v1.InteractionService/Simulate <<'JSON'
{"level": 1, "events": [
  {"timeUs": 0,     "scroll": {"source": "home", "drag": 1, "phase": "SCROLL_PHASE_BEGAN", "y": 400}},
  {"timeUs": 16000, "scroll": {"source": "home", "drag": 1, "phase": "SCROLL_PHASE_MOVED", "y": 480}}]}
JSON
