import InteractionCore
import InteractionExperience
import InteractionWire
import SwiftProtobuf

/// A session with a faulty client, and the invariants after every report.
struct FaultySession {
  private(set) var session: Session
  /// The first violated invariant.
  private(set) var fault: String?
  /// A client model that applies the directives.
  private var model: ClientModel
  private var next: UInt64 = 1
  /// The latest reported drag of each list.
  private var newest: [SourceID: UInt32] = [:]
  private(set) var directives: [Directive] = []

  /// True to check the invariants.
  private let isChecked: Bool

  init(_ experience: Experience, isChecked: Bool = true) {
    self.isChecked = isChecked
    self.session = Session(experience: experience, surface: .phone)
    let opening = self.session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    self.model = ClientModel(self.session.snapshot)
    self.next += UInt64(opening.count)
  }

  /// Handles a report, unless it is too late to be accepted.
  mutating func take(_ event: InteractionEvent) {
    guard self.session.violations(in: event).isEmpty else { return }
    let directives = self.session.handle(event)
    for directive in directives {
      if directive.sequence != self.next { self.report("D1: a number is missing", after: event) }
      self.next = directive.sequence + 1
      self.model.apply(directive)
    }
    self.directives += directives
    guard self.isChecked else { return }
    if !directives.isEmpty && self.model.snapshot != self.session.snapshot {
      self.report("D1 D5: the client shows something else", after: event)
    }
    self.checkDrags(after: event)
    self.checkFloor(after: event)
    self.checkLatches(after: event)
  }

  /// Replaces the session by its serialized and deserialized state.
  mutating func carry() throws {
    let bytes: [UInt8] = try self.session.proto.serializedBytes()
    let carried = try Session(
      try Proto.SessionState(serializedBytes: bytes), of: self.session.base)
    self.session = carried
  }

  /// Checks that no drag is active that is older than the latest reported one.
  private mutating func checkDrags(after event: InteractionEvent) {
    if case .scroll(let scroll) = event.kind {
      self.newest[scroll.source] = max(self.newest[scroll.source] ?? 0, scroll.drag)
    }
    for held in self.session.heldDrags where held.drag < self.newest[held.source] ?? 0 {
      self.report("S3: an older drag runs", after: event)
    }
  }

  /// Checks that the floor follows no list that is at rest or absent, and never covers a list that
  /// a finger can pull.
  private mutating func checkFloor(after event: InteractionEvent) {
    guard let definition = self.session.experience.floor,
      let floor = self.model.snapshot.floor,
      let source = self.session.experience.sources.first(where: { $0.id == definition.source }),
      let index = self.session.experience.sources.firstIndex(of: source)
    else { return }
    let tracker = self.session.state.scrolls[index].phase
    let isHeld = self.session.heldDrags.contains { $0.source == source.id }
    if floor.phase == .armed && !isHeld { self.report("F4: armed without a finger", after: event) }
    if floor.phase.isPulled {
      if tracker == .resting { self.report("F2: pulled while the list rests", after: event) }
      if let tab = source.tab, tab != self.session.state.tabBar.selected {
        self.report("F14: pulled on another tab", after: event)
      }
    }
    let covers = floor.phase != .closed && !floor.phase.isPulled
    // The experience's own links stay (rule L1).
    if covers && self.session.experience.links.isEmpty && self.model.snapshot.linksList {
      self.report("F12: a finger moves the list under the open floor", after: event)
    }
  }

  /// Checks that a drag's latch ends with the drag.
  private mutating func checkLatches(after event: InteractionEvent) {
    for (toggle, definition) in zip(self.session.state.toggles, self.session.experience.toggles)
    where definition.rule.latch != .untilFired {
      guard case .armed = toggle.phase,
        let index = self.session.experience.sources.firstIndex(where: {
          $0.id == definition.source
        })
      else { continue }
      switch self.session.state.scrolls[index].phase {
      case .dragging, .decelerating: break
      case .resting, .programmatic: self.report("R2: a latch without a drag", after: event)
      }
    }
  }

  private mutating func report(_ fault: String, after event: InteractionEvent?) {
    guard self.fault == nil else { return }
    self.fault = "\(fault)" + (event.map { ", after event \($0.sequence): \($0.kind)" } ?? "")
  }
}

extension Snapshot {
  fileprivate var floor: FloorState? {
    self.settings.lazy
      .compactMap { if case .floor(let floor) = $0.state { floor } else { nil } }.first
  }

  /// True if a view is linked to a list's offset.
  fileprivate var linksList: Bool {
    self.settings.contains { setting in
      guard case .links(let links) = setting.state else { return false }
      return links.contains { if case .offset = $0.driver { true } else { false } }
    }
  }
}
