/// What a session accepts at all, each limit named once.
public enum EventLimits {
  /// Largest distance of an offset or position from 0, pt (rule S6).
  public static let coordinate = 1e7
  /// Largest velocity, pt/s.
  public static let velocity = 1e7
  /// How far an event may lie before session time and still be applied, at session time (S6).
  public static let lateness = TimeSpan.seconds(10)
  /// How far an event may lie after session time (S6).
  public static let haste = TimeSpan.seconds(24 * 60 * 60)
  /// Largest absolute time, µs: 2^53, exact in every client's numbers.
  public static let time: Int64 = 9_007_199_254_740_992
  /// Largest viewport edge or picture edge, pt or px.
  public static let edge = 1e5
  /// Most pixels to the point.
  public static let scale = 10.0
}

extension Session {
  /// What is wrong with `event`, if anything; such an event changes nothing (rule S6).
  ///
  /// Field paths are those of the wire contract, such as `scroll.y`.
  public func violations(in event: Event) -> [Violation] {
    if self.isPlainSample(event) { return [] }
    var problems = Problems()
    self.checkTime(event, &problems)
    self.check(event.kind, &problems)
    return problems.found
  }

  /// The quick way through for a scroll sample of a known list, of which there are so many.
  private func isPlainSample(_ event: Event) -> Bool {
    guard case .scroll(let scroll) = event.kind else { return false }
    let limit = EventLimits.coordinate
    return abs(scroll.y) <= limit && abs(scroll.x) <= limit && scroll.velocity == nil
      && event.time >= self.state.now && event.time - self.state.now <= EventLimits.haste
      && event.time.microseconds <= EventLimits.time && self.state.hasStarted
      && self.experience.index(of: scroll.source) != nil
  }

  private func checkTime(_ event: Event, _ problems: inout Problems) {
    let time = event.time
    problems.require(
      time.microseconds >= -EventLimits.time && time.microseconds <= EventLimits.time, "time_us",
      "is \(time.microseconds); must lie within ±2^53 µs")
    // The first event sets the clock.
    guard self.state.hasStarted else { return }
    let now = self.state.now
    problems.require(
      now - time <= EventLimits.lateness, "time_us",
      "is \((now - time).microseconds) µs before session time \(now.microseconds); at most"
        + " \(EventLimits.lateness.microseconds) are accepted")
    problems.require(
      time - now <= EventLimits.haste, "time_us",
      "is \((time - now).microseconds) µs after session time \(now.microseconds); at most"
        + " \(EventLimits.haste.microseconds) are accepted")
  }

  private func check(_ kind: Event.Kind, _ problems: inout Problems) {
    switch kind {
    case .open(let restoration):
      self.check(restoration, &problems)
    case .scroll(let scroll):
      self.checkSource(scroll.source, "scroll.source", &problems)
      problems.requireWithin(scroll.x, EventLimits.coordinate, "scroll.x")
      problems.requireWithin(scroll.y, EventLimits.coordinate, "scroll.y")
      if let velocity = scroll.velocity {
        problems.requireWithin(velocity, EventLimits.velocity, "scroll.velocity")
      }
    case .pointer(let pointer):
      problems.requireWithin(pointer.position.x, EventLimits.coordinate, "pointer.x")
      problems.requireWithin(pointer.position.y, EventLimits.coordinate, "pointer.y")
    case .tapTab(let index):
      self.checkTab(index, "tap.tab", &problems)
    case .selectTab(let index):
      self.checkTab(index, "select_tab.tab", &problems)
    case .orderToggle(let id, _):
      let known = self.experience.toggles.map(\.id)
      problems.require(
        known.contains(id), "order_toggle.toggle",
        "'\(clipped(id))' is not a toggle of this experience; it has \(list(known))")
    case .heldDrags(let held):
      for (index, drag) in held.enumerated() {
        self.checkSource(drag.source, "held_drags.drags[\(index)].source", &problems)
      }
    case .assetReady(let asset):
      problems.requireWithin(asset.size.width, EventLimits.edge, "asset.width")
      problems.requireWithin(asset.size.height, EventLimits.edge, "asset.height")
    case .environment(let environment):
      problems.found += environment.violations
    case .tick, .animationEnded, .assetFailed, .floor, .background, .foreground, .unknown:
      break
    }
  }

  private func check(_ restoration: Restoration?, _ problems: inout Problems) {
    guard let restoration else { return }
    if let tab = restoration.selectedTab {
      self.checkTab(tab, "current.selected_tab", &problems)
    }
    for (index, offset) in restoration.offsets.enumerated() {
      self.checkSource(offset.source, "current.offsets[\(index)].source", &problems)
      problems.requireWithin(offset.y, EventLimits.coordinate, "current.offsets[\(index)].y")
    }
  }

  private func checkSource(_ source: SourceID, _ field: String, _ problems: inout Problems) {
    guard self.experience.index(of: source) == nil else { return }
    let known = self.experience.sources.map(\.id.name)
    problems.add(
      field, "'\(clipped(source.name))' is not a source of this experience; it has \(list(known))")
  }

  private func checkTab(_ index: Int, _ field: String, _ problems: inout Problems) {
    let count = self.experience.tabBar.items.count
    problems.require(
      index >= 0 && index < count, field, "is \(index); must be 0 to \(count - 1)")
  }
}

/// A peer's text, short enough to be said back.
private func clipped(_ text: String) -> String {
  text.utf8.count <= 32 ? text : text.prefix(32) + "…"
}

private func list(_ names: [String]) -> String {
  names.isEmpty ? "none" : names.joined(separator: ", ")
}
