/// A store that preserves sessions across a restart of the app, by session ID.
///
/// The bytes contain the newest checkpoint, which is sealed, and the events since then, in plain
/// text: the user's scrolls and taps. They are useful for about two minutes, the lifetime of a
/// checkpoint. A failing store does not end a session, but is reported by
/// ``SessionUpdate/storeFailed(_:)``.
public protocol CheckpointStore: Sendable {
  /// Returns the bytes last saved under a session ID; nil if there are none. Called once and
  /// synchronously when the session is opened.
  func load(_ sessionID: String) throws -> [UInt8]?

  /// Replaces the bytes of a session; at most some hundred kilobytes. Calls for one session are
  /// serial: saves requested during a call are conflated, and only the newest state is saved.
  func save(_ bytes: [UInt8], as sessionID: String) async throws

  /// Removes the bytes of a session, if there are any.
  func remove(_ sessionID: String) async throws
}

/// A failure of a store, because of which a session could not be saved, loaded or removed.
public struct StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// An operation of a store.
  public enum Operation: Hashable, Sendable, CaseIterable {
    /// The load; after a failure a new session begins.
    case load
    /// A save; an older state may remain.
    case save
    /// A removal.
    case remove
  }

  /// The failed operation.
  public var operation: Operation
  /// The store's error message.
  public var message: String

  public init(_ operation: Operation, _ message: String) {
    self.operation = operation
    self.message = message
  }

  public var description: String { "\(self.operation): \(self.message)" }
}
