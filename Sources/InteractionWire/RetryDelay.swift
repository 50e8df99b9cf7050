/// Limits for the retry delay that a server or a proxy requests.
@available(InteractionEngine 1.0, *)
package enum RetryDelay {
  /// The maximum delay: an hour.
  package static let longest = Duration.seconds(3_600)

  /// Returns `asked`, at least `shortest` and at most ``longest``.
  ///
  /// - Parameter shortest: The minimum delay, for a caller that adds no backoff of its own.
  package static func clamped(_ asked: Duration, atLeast shortest: Duration = .zero) -> Duration {
    min(max(asked, shortest), Self.longest)
  }
}
