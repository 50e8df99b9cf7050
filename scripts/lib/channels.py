"""Channels of grpcio."""

import grpc


def connect(
    address: str, credentials: grpc.ChannelCredentials | None = None, name: str = "localhost"
) -> grpc.aio.Channel:
    """Returns a channel with its own connection. `name` is that of the server's certificate."""
    # Other channels share connections by address: a port may return with another engine.
    options = [("grpc.use_local_subchannel_pool", 1)]
    if credentials:
        options.append(("grpc.ssl_target_name_override", name))
        return grpc.aio.secure_channel(address, credentials, options)
    return grpc.aio.insecure_channel(address, options)
