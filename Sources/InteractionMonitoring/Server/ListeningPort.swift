import Synchronization

/// A port that becomes known once and that any number of tasks wait for.
final class ListeningPort: Sendable {
  private enum State {
    /// Can transition to: known.
    case pending([CheckedContinuation<Int, any Error>])
    case known(Result<Int, any Error>)
  }

  private let state = Mutex(State.pending([]))

  /// The port, once there is one; throws if it turns out that there never will be.
  var value: Int {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Int, any Error>? = self.state.withLock { state in
          switch state {
          case .pending(let waiting):
            state = .pending(waiting + [continuation])
            return nil
          case .known(let result):
            return result
          }
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }

  /// Tells all that wait; only the first time counts.
  func resolve(_ result: Result<Int, any Error>) {
    let waiting = self.state.withLock { state -> [CheckedContinuation<Int, any Error>] in
      guard case .pending(let waiting) = state else { return [] }
      state = .known(result)
      return waiting
    }
    for continuation in waiting { continuation.resume(with: result) }
  }
}
