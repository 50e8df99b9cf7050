/// The state machine of a banner that advances automatically (rules C1, C2).
package struct Carousel: Hashable, Sendable {
  /// The phase of the banner.
  package enum Phase: Hashable, Sendable {
    /// Paused while a finger holds the list, pages move or the list is not visible.
    ///
    /// Can transition to: ``waiting``.
    case paused
    /// The next advance is due at `until`.
    ///
    /// Can transition to: ``paused``.
    case waiting(until: Instant)
  }

  /// A scroll of the banner's list.
  package enum Effect: Hashable, Sendable {
    /// Scrolls to this item with an animation.
    case advance(item: Int)
    /// Moves without animation to this item, which looks the same as the current one.
    case recenter(item: Int)
  }

  package var phase: Phase
  /// The width of all items, pt; 0 until the client reports it.
  package var contentWidth: Double

  package init(phase: Phase = .paused, contentWidth: Double = 0) {
    self.phase = phase
    self.contentWidth = contentWidth
  }

  /// The time of the next advance; nil while paused.
  package var deadline: Instant? {
    guard case .waiting(let until) = self.phase else { return nil }
    return until
  }

  /// The maximum number of overdue advances that are caught up.
  package static let maximumCatchUp: Int64 = 1_200

  /// Pauses or resumes the banner if `mayAdvance` has changed.
  package mutating func update(mayAdvance: Bool, at now: Instant, by rule: CarouselDefinition) {
    let runs = mayAdvance && self.contentWidth > 0 && rule.total > 1
    switch self.phase {
    case .paused where runs: self.phase = .waiting(until: now + rule.interval)
    case .waiting where !runs: self.phase = .paused
    case .paused, .waiting: break
    }
  }

  /// Advances to the next item, with the list at `x`, pt. If there was no input until `limit`,
  /// overdue advances are caught up one by one; if there are more than ``maximumCatchUp``, they are
  /// skipped and the next one is due an interval after `limit`.
  package mutating func expire(
    x: Double, width: Double, at now: Instant, limit: Instant? = nil, by rule: CarouselDefinition
  ) -> [Effect] {
    guard case .waiting = self.phase else { return [] }
    var due = now + rule.interval
    if let limit, (limit - due).microseconds / Self.maximumCatchUp > rule.interval.microseconds {
      due = limit + rule.interval
    }
    self.phase = .waiting(until: due)
    let centred = self.recentred(x: x, width: width, by: rule)
    let from = centred.map { self.offset(of: $0, width: width, by: rule) } ?? x
    let next = self.item(at: from + width, by: rule)
    return (centred.map { [.recenter(item: $0)] } ?? []) + [.advance(item: next)]
  }

  /// Returns the item at the offset `x`, pt.
  private func item(at x: Double, by rule: CarouselDefinition) -> Int {
    // A restored carousel may run before its list's content size is known.
    guard self.contentWidth > 0 else { return 0 }
    // A small tolerance, so that an item which was scrolled to is found at its own edge.
    let place = (x * Double(rule.total) / self.contentWidth + 1e-6).rounded(.down)
    return Int(min(max(place, 0), Double(rule.total - 1)))
  }

  /// Returns the same item in the middle repetition if the list is within one repetition of an end
  /// (rule C2); otherwise nil.
  private func recentred(x: Double, width: Double, by rule: CarouselDefinition) -> Int? {
    let current = self.item(at: x + width / 2, by: rule)
    guard current < rule.count || current >= rule.total - rule.count else { return nil }
    let centred = (rule.multiplier - 1) / 2 * rule.count + current % rule.count
    return centred == current ? nil : centred
  }

  /// Returns the offset at which `item` is centred in the list, pt.
  package func offset(of item: Int, width: Double, by rule: CarouselDefinition) -> Double {
    let itemWidth = self.contentWidth / Double(rule.total)
    return Double(item) * itemWidth + (itemWidth - width) / 2
  }
}
