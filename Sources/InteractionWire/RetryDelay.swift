/// The wait before a retry that a server, or a proxy in its name, asks for, held within what a
/// client follows.
@available(InteractionEngine 1.0, *)
package enum RetryDelay {
  /// The longest wait: an hour.
  package static let longest = Duration.seconds(3_600)

  /// Returns `asked`, not negative and at most ``longest``.
  ///
  /// - Parameter shortest: The least wait, for a caller that adds none of its own.
  package static func clamped(_ asked: Duration, atLeast shortest: Duration = .zero) -> Duration {
    min(max(asked, shortest), Self.longest)
  }
}
