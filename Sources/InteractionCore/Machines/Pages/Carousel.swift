/// A banner that turns its pages without a finger (rules C1, C2).
package struct Carousel: Hashable, Sendable {
  /// What the banner is doing.
  package enum Phase: Hashable, Sendable {
    /// It waits while a finger holds it, pages move, or its list cannot be seen.
    ///
    /// Can transition to: ``waiting``.
    case paused
    /// The next page comes at `until`.
    ///
    /// Can transition to: ``paused``.
    case waiting(until: Instant)
  }

  /// What the banner has the list do.
  package enum Effect: Hashable, Sendable {
    /// Scroll to this item.
    case advance(item: Int)
    /// Stand at this item, which looks the same as where it is.
    case recentre(item: Int)
  }

  package var phase: Phase
  /// How wide all items are together, pt; 0 until the client says.
  package var contentWidth: Double

  package init(phase: Phase = .paused, contentWidth: Double = 0) {
    self.phase = phase
    self.contentWidth = contentWidth
  }

  /// When the next page comes.
  package var deadline: Instant? {
    guard case .waiting(let until) = self.phase else { return nil }
    return until
  }

  /// How many turns of a silence are made up for.
  package static let memory: Int64 = 1_200

  /// Something that pauses it has begun or ended, if `isFree` has changed.
  package mutating func update(isFree: Bool, at now: Instant, by rule: CarouselDefinition) {
    let runs = isFree && self.contentWidth > 0 && rule.total > 1
    switch self.phase {
    case .paused where runs: self.phase = .waiting(until: now + rule.interval)
    case .waiting where !runs: self.phase = .paused
    case .paused, .waiting: break
    }
  }

  /// The time for the next page has come, with the list at `x`. The turns of a silence that has
  /// come to `limit` are made up for one by one, unless there are more than ``memory``: then the
  /// next one counts from there.
  package mutating func expire(
    x: Double, width: Double, at now: Instant, limit: Instant? = nil, by rule: CarouselDefinition
  ) -> [Effect] {
    guard case .waiting = self.phase else { return [] }
    var due = now + rule.interval
    if let limit, (limit - due).microseconds / Self.memory > rule.interval.microseconds {
      due = limit + rule.interval
    }
    self.phase = .waiting(until: due)
    let centred = self.recentred(x: x, width: width, by: rule)
    let from = centred.map { self.offset(of: $0, width: width, by: rule) } ?? x
    let next = self.item(at: from + width, by: rule)
    return (centred.map { [.recentre(item: $0)] } ?? []) + [.advance(item: next)]
  }

  /// The item whose page holds the offset `x`, pt.
  private func item(at x: Double, by rule: CarouselDefinition) -> Int {
    // A restored carousel may wait for a list whose size it does not know.
    guard self.contentWidth > 0 else { return 0 }
    // A hair more, so that an item which was scrolled to is found again at its own edge.
    let place = (x * Double(rule.total) / self.contentWidth + 1e-6).rounded(.down)
    return Int(min(max(place, 0), Double(rule.total - 1)))
  }

  /// The same picture in the middle, if the list stands within one round of an end (rule C2).
  private func recentred(x: Double, width: Double, by rule: CarouselDefinition) -> Int? {
    let current = self.item(at: x + width / 2, by: rule)
    guard current < rule.count || current >= rule.total - rule.count else { return nil }
    let centred = (rule.multiplier - 1) / 2 * rule.count + current % rule.count
    return centred == current ? nil : centred
  }

  /// The offset at which `item` stands in the middle of the list, pt.
  package func offset(of item: Int, width: Double, by rule: CarouselDefinition) -> Double {
    let itemWidth = self.contentWidth / Double(rule.total)
    return Double(item) * itemWidth + (itemWidth - width) / 2
  }
}
