front=${1:-http://127.0.0.1:8080}
call=$front/interaction.inspector.v1.InspectorService/ListExperiences

# A frame: no flags, a length of four bytes, and the message, here an empty one.
printf '\0\0\0\0\0' |
  curl -sS --data-binary @- -H 'content-type: application/grpc-web+proto' $call | strings

buf curl --schema Protos --protocol grpcweb -d '{}' $call
