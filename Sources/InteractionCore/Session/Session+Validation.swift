/// The limits of values in events.
public enum EventLimits {
  /// The maximum absolute value of an offset or a position, pt (rule S6).
  public static let coordinate = 1e7
  /// The maximum absolute velocity, pt/s.
  public static let velocity = 1e7
  /// The maximum time of an event before session time; a late event is applied at session time
  /// (rule S6).
  public static let maximumTimeBehind = TimeSpan.seconds(10)
  /// The maximum time of an event after session time (rule S6).
  public static let maximumTimeAhead = TimeSpan.seconds(24 * 60 * 60)
  /// The maximum absolute time, µs: 2^53, exactly representable in every client's numbers.
  public static let time: Int64 = 9_007_199_254_740_992
  /// The maximum edge length of a viewport or an image, pt or px.
  public static let edge = 1e5
  /// The maximum number of pixels per point.
  public static let scale = 10.0
  /// The maximum length of a badge's text, UTF-8 bytes.
  public static let badgeText = 64
  /// The maximum distance of a badge from its default position on either axis, pt.
  public static let badgeDistance = 1000.0
}

extension Session {
  /// Returns the violations of `event`; an event with violations is rejected and changes nothing
  /// (rule S6).
  ///
  /// Field paths are those of the wire contract, such as `scroll.y`.
  public func violations(in event: InteractionEvent) -> [Violation] {
    if self.isPlainSample(event) { return [] }
    var problems = ViolationCollector()
    self.checkTime(event, &problems)
    self.check(event.kind, &problems)
    return problems.found
  }

  /// Returns whether `event` is a valid scroll sample of a known list: the fast path for the most
  /// frequent event.
  private func isPlainSample(_ event: InteractionEvent) -> Bool {
    guard case .scroll(let scroll) = event.kind, scroll.velocity == nil, self.state.hasStarted,
      scroll.drag > 0 || !scroll.phase.isOfDrag,
      ScrollSamples.Sample(time: event.time, x: scroll.x, y: scroll.y).isValidAndOnTime(
        at: self.state.now)
    else { return false }
    return self.experience.index(of: scroll.source) != nil
  }

  /// The remedy for a client whose clock has another origin.
  private static let clock = "; use the clock of open.time_us"

  private func checkTime(_ event: InteractionEvent, _ problems: inout ViolationCollector) {
    let time = event.time
    problems.require(
      time.microseconds >= -EventLimits.time && time.microseconds <= EventLimits.time, "time_us",
      "is \(time.microseconds); must be -2^53 to 2^53 µs")
    // The first event defines session time.
    guard self.state.hasStarted else { return }
    let now = self.state.now
    problems.require(
      now - time <= EventLimits.maximumTimeBehind, "time_us",
      "is \((now - time).microseconds) µs before session time \(now.microseconds); at most"
        + " \(EventLimits.maximumTimeBehind.microseconds) µs are allowed" + Self.clock)
    problems.require(
      time - now <= EventLimits.maximumTimeAhead, "time_us",
      "is \((time - now).microseconds) µs after session time \(now.microseconds); at most"
        + " \(EventLimits.maximumTimeAhead.microseconds) µs are allowed" + Self.clock)
  }

  private func check(_ kind: InteractionEvent.Kind, _ problems: inout ViolationCollector) {
    switch kind {
    case .open(let restoration):
      self.check(restoration, &problems)
    case .scroll(let scroll):
      self.checkSource(scroll.source, "scroll.source", &problems)
      problems.require(
        scroll.drag > 0 || !scroll.phase.isOfDrag, "scroll.drag",
        "is 0; must be at least 1, and larger than the number of the previous drag")
      problems.requireWithin(scroll.x, EventLimits.coordinate, "scroll.x")
      problems.requireWithin(scroll.y, EventLimits.coordinate, "scroll.y")
      if let velocity = scroll.velocity {
        problems.requireWithin(velocity, EventLimits.velocity, "scroll.velocity")
      }
    case .pointer(let pointer):
      problems.requireWithin(pointer.position.x, EventLimits.coordinate, "pointer.x")
      problems.requireWithin(pointer.position.y, EventLimits.coordinate, "pointer.y")
      let limit = NavigationDefinition.maximumRouteBytes
      // A path no longer than the limit of a route cannot contain a longer route.
      guard pointer.target.path.utf8.count > limit,
        let bytes = pointer.target.presentedRoute?.utf8.count, bytes > limit
      else { return }
      problems.add(
        "pointer.target", "has a route of \(bytes) bytes; at most \(limit) are allowed; shorten it")
    case .tapTab(let index):
      self.checkTab(index, "tap.tab", &problems)
    case .pressTab(let index):
      self.checkTab(index, "press_tab.tab", &problems)
    case .selectTab(let index):
      self.checkTab(index, "select_tab.tab", &problems)
    case .selectionVerdict(let verdict):
      self.checkTab(verdict.tab, "selection_verdict.tab", &problems)
    case .listShown(let source, let list):
      self.checkList(list, of: source, "list_shown", &problems)
    case .item(let change):
      self.check(change, "item", &problems)
      let bytes = self.state.itemChanges.replacing(with: change).bytes
      let limit = self.experience.maximumChangeBytes
      problems.require(
        change.isEmpty || bytes <= limit, "item",
        "makes the changes of all items \(bytes) bytes; at most \(limit) are allowed;"
          + " take other changes back, or shorten the texts")
    case .orderToggle(let id, _):
      let known = self.experience.toggles.map { $0.id }
      problems.require(
        known.contains(id), "order_toggle.toggle",
        "is '\(clipped(id))'; \(choice("toggle", of: known))")
    case .heldDrags(let held, _):
      for (index, drag) in held.enumerated() {
        self.checkSource(drag.source, "held_drags.drags[\(index)].source", &problems)
        problems.require(
          drag.drag > 0, "held_drags.drags[\(index)].drag",
          "is 0; must be the number of a drag, at least 1")
      }
    case .assetReady(let asset):
      problems.requireWithin(asset.size.width, EventLimits.edge, "asset.width")
      problems.requireWithin(asset.size.height, EventLimits.edge, "asset.height")
    case .surface(let surface):
      problems.found += surface.violations
    case .menu(.chosen(let entry)):
      problems.require(entry >= 0, "menu.chosen", "is \(entry); must be at least 0")
      guard let tab = self.state.longPress.tab, self.state.longPress.isMenuOpen else { return }
      let count = self.experience.tabBar.items[tab].menu.count
      problems.require(
        entry < count, "menu.chosen", "is \(entry); must be 0 to \(count - 1) in the open menu")
    case .badge(let tab, let operation):
      self.checkTab(tab, "badge.tab", &problems)
      let tabs = self.wiring.badgeTabs
      problems.require(
        tabs.contains(tab), "badge.tab",
        "is \(tab); \(choice("tab with a badge", of: tabs.map { "\($0)" }))")
      operation.check(&problems)
    case .navigate(let request):
      request.check(&problems)
    case .pageDrag(let drag):
      problems.requireWithin(
        drag.translation, EventLimits.coordinate, "page_drag.translation")
      problems.requireWithin(drag.velocity, EventLimits.velocity, "page_drag.velocity")
      problems.requireRoute(drag.route, "page_drag.route")
    case .contentSize(let source, let size):
      self.checkSource(source, "content_size.source", &problems)
      for (extent, name) in [(size.width, "width"), (size.height, "height")] {
        problems.require(
          extent >= 0 && extent <= EventLimits.coordinate, "content_size.\(name)",
          "is \(plain(extent)); must be 0 to \(plain(EventLimits.coordinate)) pt")
      }
    default:
      break
    }
  }

  private func check(_ restoration: RestoredState?, _ problems: inout ViolationCollector) {
    guard let restoration else { return }
    if let tab = restoration.selectedTab {
      self.checkTab(tab, "current.selected_tab", &problems)
    }
    for (index, offset) in restoration.offsets.enumerated() {
      if offset.list.isEmpty {
        self.checkSource(offset.source, "current.offsets[\(index)].source", &problems)
      } else {
        self.checkList(offset.list, of: offset.source, "current.offsets[\(index)]", &problems)
      }
      problems.requireWithin(offset.y, EventLimits.coordinate, "current.offsets[\(index)].y")
    }
    let limit = NavigationDefinition.maximumPages
    let count = restoration.tabPages.reduce(restoration.pages.count) { $0 + $1.pages.count }
    problems.require(
      count <= limit, "current.pages",
      "has \(count) entries, with those of tab_pages; at most \(limit) are allowed; remove entries")
    problems.requirePages(restoration.pages, "current.pages")
    for (index, kept) in restoration.tabPages.enumerated() {
      self.checkTab(kept.tab, "current.tab_pages[\(index)].tab", &problems)
      problems.requirePages(kept.pages, "current.tab_pages[\(index)].pages")
    }
    for (index, change) in restoration.itemChanges.enumerated() {
      self.check(change, "current.items[\(index)]", &problems)
    }
    let bytes = restoration.itemChanges.bytes
    problems.require(
      bytes <= self.experience.maximumChangeBytes, "current.items",
      "have \(bytes) bytes; at most \(self.experience.maximumChangeBytes) are allowed; remove"
        + " entries, or shorten their texts")
    for (index, badge) in restoration.badges.enumerated() {
      self.checkTab(badge.tab, "current.badges[\(index)].tab", &problems)
      if case .text(let text) = badge.content {
        problems.require(
          text.utf8.count <= EventLimits.badgeText, "current.badges[\(index)].content.text",
          "has \(text.utf8.count) bytes; at most \(EventLimits.badgeText) are allowed; shorten it")
      }
      problems.requireBadgeMove(badge.move, "current.badges[\(index)].move")
      problems.requireBadgeHeight(badge.height, "current.badges[\(index)].height")
    }
  }

  private func checkSource(
    _ source: SourceID, _ field: @autoclosure () -> String, _ problems: inout ViolationCollector
  ) {
    guard self.experience.index(of: source) == nil else { return }
    let known = self.experience.sources.map { $0.id.name }
    problems.add(
      field(), "is '\(clipped(source.name))'; \(choice("source", of: known))")
  }

  private func checkList(
    _ list: String, of source: SourceID, _ field: @autoclosure () -> String,
    _ problems: inout ViolationCollector
  ) {
    guard let index = self.experience.index(of: source) else {
      return self.checkSource(source, "\(field()).source", &problems)
    }
    let lists = self.experience.sources[index].lists
    guard !lists.contains(list) else { return }
    problems.add(
      "\(field()).list",
      "is '\(clipped(list))'; "
        + (lists.isEmpty
          ? "source '\(source)' has a single list; leave it out"
          : "must be a list of source '\(source)': \(lists.joined(separator: ", "))"))
  }

  private func check(
    _ change: ItemChange, _ field: @autoclosure () -> String,
    _ problems: inout ViolationCollector
  ) {
    self.checkTab(change.tab, "\(field()).tab", &problems)
    let texts = [
      (change.title, "title", 128), (change.image, "image", 64),
      (change.selectedImage, "selected_image", 64),
    ]
    for (text, name, limit) in texts {
      guard let bytes = text?.utf8.count, bytes > limit else { continue }
      problems.add(
        "\(field()).\(name)", "has \(bytes) bytes; at most \(limit) are allowed; shorten it")
    }
  }

  private func checkTab(
    _ index: Int, _ field: @autoclosure () -> String, _ problems: inout ViolationCollector
  ) {
    let count = self.experience.tabBar.items.count
    problems.require(
      index >= 0 && index < count, field(), "is \(index); must be 0 to \(count - 1)")
  }
}

extension BadgeOperation {
  fileprivate func check(_ problems: inout ViolationCollector) {
    switch self {
    case .set(.text(let text)), .setText(let text):
      problems.require(
        text.utf8.count <= EventLimits.badgeText, "badge.set.text",
        "has \(text.utf8.count) bytes; at most \(EventLimits.badgeText) are allowed; shorten it")
    case .increase(let amount):
      problems.requireCount(amount, "badge.increase")
    case .decrease(let amount):
      problems.requireCount(amount, "badge.decrease")
    case .move(let dx, let dy):
      problems.requireBadgeMove(Point(x: dx, y: dy), "badge.move")
    case .resize(let height):
      problems.requireBadgeHeight(height, "badge.height")
    case .set, .clear, .hide, .show, .animate:
      break
    }
  }
}

extension NavigationRequest {
  fileprivate func check(_ problems: inout ViolationCollector) {
    problems.requireRoute(self.route, "navigate.route")
    problems.requireFrame(self.keyFrame, "navigate.key_frame")
  }
}

extension ViolationCollector {
  fileprivate mutating func requireCount(_ count: Int, _ field: @autoclosure () -> String) {
    self.require(
      count >= 0 && count <= BadgeMachine.maximumCount, field(),
      "is \(count); must be 0 to \(BadgeMachine.maximumCount)")
  }

  fileprivate mutating func requireBadgeMove(_ move: Point?, _ field: @autoclosure () -> String) {
    guard let move else { return }
    self.requireWithin(move.x, EventLimits.badgeDistance, "\(field()).dx")
    self.requireWithin(move.y, EventLimits.badgeDistance, "\(field()).dy")
  }

  fileprivate mutating func requireBadgeHeight(
    _ height: Double?, _ field: @autoclosure () -> String
  ) {
    guard let height else { return }
    self.require(
      height >= 1 && height <= 100, field(), "is \(plain(height)); must be 1 to 100 pt")
  }

  fileprivate mutating func requireFrame(_ frame: Rect?, _ field: @autoclosure () -> String) {
    guard let frame else { return }
    let limit = EventLimits.edge
    self.requireWithin(frame.x, limit, "\(field()).x")
    self.requireWithin(frame.y, limit, "\(field()).y")
    for (extent, name) in [(frame.width, "width"), (frame.height, "height")] {
      self.require(
        extent >= 0 && extent <= limit, "\(field()).\(name)",
        "is \(plain(extent)); must be 0 to \(plain(limit)) pt")
    }
  }

  fileprivate mutating func requirePages(
    _ pages: [NavigationState.Page], _ field: @autoclosure () -> String
  ) {
    for (index, page) in pages.enumerated() {
      self.requireRoute(page.route, "\(field())[\(index)].route")
      self.requireFrame(page.keyFrame, "\(field())[\(index)].key_frame")
    }
  }

  fileprivate mutating func requireRoute(_ route: String, _ field: @autoclosure () -> String) {
    let limit = NavigationDefinition.maximumRouteBytes
    self.require(
      route.utf8.count <= limit, field(),
      "has \(route.utf8.count) bytes; at most \(limit) are allowed; shorten it")
  }
}

/// Returns a peer's text for an error message, truncated to `limit` scalars.
package func clipped(_ text: String, to limit: Int = 32) -> String {
  text.utf8.count <= limit ? text : String(text.unicodeScalars.prefix(limit)) + "…"
}

/// Returns the requirement for a value that the experience declares, such as a source.
private func choice(_ kind: String, of known: [String]) -> String {
  known.isEmpty
    ? "the experience has no \(kind)"
    : "must be a \(kind) of the experience: \(known.joined(separator: ", "))"
}
