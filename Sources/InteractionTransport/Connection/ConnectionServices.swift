import InteractionService
import NIOCore

/// What serves the calls of a connection.
struct ConnectionServices {
  /// Begins a call of `Interact` on a stream; nil if grpc-swift serves those, too.
  var interact: ((InteractCall, _ stream: UInt32, ConnectionHandler) -> Void)?
  /// Adds grpc-swift's handlers to a connection, for all other calls.
  var handOver: (any Channel) throws -> Void = { _ in }
  /// What waits for the clients of all connections.
  var waiting = WaitingBytes(limit: .max)
  /// Whose connection it is, for limits that are shared by address.
  var network = PeerNetwork(of: "")
}
