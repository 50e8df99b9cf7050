web=${1:-http://127.0.0.1:8080}

buf curl --schema Protos -d '{"name": "home-refined"}' \
  $web/interaction.inspector.v1.InspectorService/GetExperience
