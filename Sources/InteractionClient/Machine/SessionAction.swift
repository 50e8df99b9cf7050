/// An action for the session's shell.
enum SessionAction: Sendable {
  /// Begin a call.
  case connect(SessionAttempt)
  /// Cancel the call, and use a new transport for the next one.
  case abandon
  /// Get a refreshed access token.
  case refreshToken
  /// Save the session in the store.
  case save
  /// Report an update to the app.
  case yieldUpdate(SessionUpdate)
  /// Report the state of the connection to the app.
  case yieldConnectionState(SessionConnectionState)
  /// Release everything: the session has ended.
  case end(SessionEndReason)
}

/// An attempt to connect.
struct SessionAttempt: Hashable, Sendable {
  /// The number of the connection.
  let epoch: UInt64
  /// The index of the engine.
  let endpoint: Int
  /// The variant of the routing key: it makes a proxy that hashes the key choose another engine
  /// than the overloaded one.
  let keyVariant: Int
}

/// The reason for a session's end.
enum SessionEndReason: Hashable, Sendable {
  /// The session ended normally.
  case finished
  /// The session failed, and a retry cannot help.
  case failed(InteractionError)
  /// The app cancelled the session.
  case cancelled

  /// A Boolean value that indicates whether the saved session can never be resumed.
  var isFinal: Bool {
    switch self {
    case .finished: true
    case .failed(let error): error.remedy == .none
    case .cancelled: false
    }
  }
}
