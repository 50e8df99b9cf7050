/// A parser or protocol that processes untrusted bytes.
///
/// Each target accepts any bytes, and throws a ``Finding`` if an invariant is violated. Targets are
/// deterministic: they use no clock and no randomness.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Frames of clients and servers.
  case frames
  /// A client and its servers: sending, losses, waiting and reconnecting.
  case stream
  /// Checkpoints from clients: invalid, or sealed by a server of another version.
  case checkpoint
  /// Experiences in YAML and JSON.
  case experience
  /// Traces in both formats, and their replay.
  case trace
  /// Tokens, their claims, and key sets.
  case token
  /// Keys and values of a fleet's store.
  case store
  /// A client's bytes on an HTTP/2 connection.
  case connection
  /// HTTP/2 field blocks.
  case headers

  /// Runs the target with `bytes`.
  package func run(_ bytes: [UInt8]) throws {
    switch self {
    case .frames: try fuzzFrames(bytes)
    case .stream: try fuzzStream(bytes)
    case .checkpoint: try fuzzCheckpoint(bytes)
    case .experience: try fuzzExperience(bytes)
    case .trace: try fuzzTrace(bytes)
    case .token: try fuzzToken(bytes)
    case .store: try fuzzStore(bytes)
    case .connection: try fuzzConnection(bytes)
    case .headers: try fuzzHeaders(bytes)
    }
  }
}

/// A violated invariant.
package struct Finding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Throws a ``Finding`` unless an invariant holds.
func demand(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw Finding(what()) }
}
