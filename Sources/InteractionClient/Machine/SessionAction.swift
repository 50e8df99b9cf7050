/// An action that the shell of a session carries out.
@available(InteractionEngine 1.0, *)
enum SessionAction: Sendable {
  /// Begin a call.
  case connect(SessionAttempt)
  /// Cancel the call, and use a new transport for the next one.
  case abandon
  /// Get a refreshed access token.
  case refreshToken
  /// Keep the session in the store.
  case keep
  /// Tell the app.
  case tell(SessionUpdate)
  /// Tell the app how the session is connected.
  case show(ConnectionState)
  /// Release everything: the session is over.
  case end(SessionEnding)
}

/// An attempt to connect.
@available(InteractionEngine 1.0, *)
struct SessionAttempt: Hashable, Sendable {
  /// The number of the connection.
  let epoch: UInt64
  /// The index of the engine.
  let endpoint: Int
  /// The variant of the routing key: a proxy that chose a full engine by the last one chooses
  /// another.
  let keyVariant: Int
}

/// The reason for the end of a session.
@available(InteractionEngine 1.0, *)
enum SessionEnding: Hashable, Sendable {
  /// It has ended well.
  case finished
  /// It cannot go on.
  case failed(InteractionError)
  /// The app has cancelled it.
  case cancelled

  /// Whether a kept session is of no use any more.
  var isFinal: Bool {
    switch self {
    case .finished: true
    case .failed(let error): error.remedy == .none
    case .cancelled: false
    }
  }
}
