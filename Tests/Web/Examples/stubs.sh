stubs=${1:-stubs}

python -m grpc_tools.protoc -I Protos --python_out=$stubs --connectrpc_out=protobuf=google:$stubs \
  Protos/interaction/v1/*.proto
