/// What reads bytes that others made. Each target takes any bytes, and throws a ``Finding`` where
/// something does not hold that always has to. It knows no clock and no chance: the bytes are all
/// that there is.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Frames of clients and of servers, as they come off the wire.
  case frames
  /// A client and the servers that it goes on with: what is sent, lost, waited for and cut.
  case stream
  /// Checkpoints that are brought along: garbage, or sealed by a server of another version.
  case checkpoint
  /// Experiences in YAML and JSON.
  case experience
  /// Traces in both forms, and sessions that are replayed from them.
  case trace
  /// Tokens, their claims, and the keys that verify them.
  case token
  /// Keys and values of the store that a fleet shares.
  case store
  /// What a client sends on a connection of HTTP/2.
  case connection
  /// Header blocks of HTTP/2.
  case headers

  /// Feeds the target with `bytes`.
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

/// Something that always has to hold, and did not.
package struct Finding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Something that always has to hold.
func demand(_ holds: Bool, _ what: @autoclosure () -> String) throws {
  if !holds { throw Finding(what()) }
}
