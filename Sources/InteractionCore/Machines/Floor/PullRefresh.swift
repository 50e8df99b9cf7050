/// The refresh of a list that was pulled a little and let go (rule F13).
package struct PullRefresh: Hashable, Sendable {
  /// When a running refresh counts as done; nil while none runs.
  package var until: Instant?

  package init(until: Instant? = nil) {
    self.until = until
  }

  /// The finger has let go of a list that stands at `y`. Returns whether a refresh starts.
  package mutating func release(
    at y: Double, by rule: Held<FloorDefinition.Rule>, at now: Instant
  ) -> Bool {
    guard self.until == nil, rule.refreshDistance > 0, -y >= rule.refreshDistance,
      -y < rule.triggerDistance
    else { return false }
    self.until = now + rule.refreshTimeout
    return true
  }

  /// The data are there, or have taken too long. Returns whether a refresh was running.
  package mutating func finish() -> Bool {
    defer { self.until = nil }
    return self.until != nil
  }
}
