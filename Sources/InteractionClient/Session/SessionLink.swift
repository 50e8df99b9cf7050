/// The task of one connection of a session: its wake-ups and its cancellation.
struct SessionLink: Sendable {
  /// A value whenever there may be a frame to send.
  let wakeups: AsyncStream<Void>
  private let wakeup: AsyncStream<Void>.Continuation
  private let abandoned: AsyncStream<Void>
  private let abandonment: AsyncStream<Void>.Continuation

  init() {
    (self.wakeups, self.wakeup) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (self.abandoned, self.abandonment) = AsyncStream.makeStream()
  }

  func wake() {
    self.wakeup.yield()
  }

  /// Cancels the connection's call.
  func abandon() {
    self.abandonment.finish()
  }

  /// Runs the connection's call.
  ///
  /// - Throws: The call's error; `CancellationError` if the connection is abandoned.
  func untilAbandoned(_ call: @Sendable @escaping () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await call() }
      group.addTask {
        for await _ in self.abandoned {}
        throw CancellationError()
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
