/// Which code serves `Interact`; both give the same answers.
package enum InteractPath: String, CaseIterable, Hashable, Sendable {
  /// ``InteractStream``, on the event loop of the connection.
  case fast
  /// grpc-swift, on tasks.
  case plain
}
