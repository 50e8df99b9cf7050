/// Who serves `Interact`; both do the same.
package enum InteractPath: String, CaseIterable, Hashable, Sendable {
  /// ``CallHandler``, on the event loop of the connection.
  case fast
  /// grpc-swift, on tasks.
  case plain
}
