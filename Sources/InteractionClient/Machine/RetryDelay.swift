import InteractionCore

/// The limit of the retry delay that a server or a proxy requests.
enum RetryDelay {
  /// The maximum delay: an hour.
  static let longest = TimeSpan.seconds(3_600)

  /// Returns `asked`, at least zero and at most ``longest``.
  static func clamped(_ asked: TimeSpan) -> TimeSpan {
    min(max(asked, .zero), Self.longest)
  }
}
