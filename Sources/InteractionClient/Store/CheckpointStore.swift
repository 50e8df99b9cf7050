/// Keeps sessions across a restart of the app, each under its name.
///
/// What is kept holds the newest checkpoint, which is sealed, and what the client has sent since:
/// where its user has scrolled and tapped. It is good for about two minutes. A store that fails
/// stops no session: it goes on, and ``SessionUpdate/storeFailed(_:)`` says so.
@available(InteractionEngine 1.0, *)
public protocol CheckpointStore: Sendable {
  /// What was last saved under that name; nil if there is nothing. Called once, where the session
  /// is opened, which waits for it.
  func load(_ sessionID: String) throws -> [UInt8]?

  /// Keeps `bytes` in the place of what was there; at most some hundred kilobytes. One call at a
  /// time for each session: while one runs, newer states wait, and only the newest is saved.
  func save(_ bytes: [UInt8], as sessionID: String) async throws

  /// Forgets what was saved under that name, if there is anything.
  func remove(_ sessionID: String) async throws
}

/// Why a session could not be kept, or not be gone on with.
@available(InteractionEngine 1.0, *)
public struct StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the store was to do.
  public enum Operation: Hashable, Sendable, CaseIterable {
    /// To give back what it has; the session begins anew.
    case load
    /// To keep the session; an older state may be there.
    case save
    /// To forget the session.
    case remove
  }

  /// What the store was to do.
  public var operation: Operation
  /// What the store said.
  public var message: String

  public init(_ operation: Operation, _ message: String) {
    self.operation = operation
    self.message = message
  }

  public var description: String { "\(self.operation): \(self.message)" }
}
