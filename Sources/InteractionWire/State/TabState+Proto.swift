import InteractionCore
import SwiftProtobuf

extension TabBar {
  init(_ proto: Proto.SessionState) throws(Violation) {
    let origin = try SelectionState.Origin(
      optional: proto.pendingTab.origin, "pending_tab.origin")
    let condition = try GateState.Condition(
      optional: proto.pendingTab.condition, "pending_tab.condition")
    self.init(
      selected: Int(proto.selectedTab),
      previous: proto.hasPreviousTab ? Int(proto.previousTab) : nil,
      origin: try SelectionState.Origin(optional: proto.selectionOrigin, "selection_origin")
        ?? .programmatic,
      isSignedIn: proto.signedIn,
      pending: proto.hasPendingTab
        ? PendingSelection(
          index: Int(proto.pendingTab.tab), condition: condition ?? .login,
          until: Instant(microseconds: proto.pendingTab.untilUs), origin: origin ?? .user)
        : nil,
      looksOff: proto.looksOff)
  }
}

extension Proto.SessionState {
  mutating func write(_ bar: TabBar, gate generation: UInt32) {
    self.selectedTab = Int32(clamping: bar.selected)
    if let previous = bar.previous { self.previousTab = Int32(clamping: previous) }
    self.selectionOrigin = bar.origin.proto
    self.signedIn = bar.isSignedIn
    if let pending = bar.pending {
      self.pendingTab.tab = Int32(clamping: pending.index)
      self.pendingTab.untilUs = pending.until.microseconds
      self.pendingTab.origin = pending.origin.proto
      if pending.condition != .login { self.pendingTab.condition = pending.condition.proto }
    }
    self.looksOff = bar.looksOff
    self.gateGeneration = generation
  }
}

extension BadgeMachine {
  init(_ proto: Interaction_Storage_V1_BadgeMemory) throws(Violation) {
    let content: BadgeContent =
      switch proto.content {
      case .text(let text): .text(text)
      case .count(let count): .number(count: Int(count.count), max: Int(count.max))
      case .newMark: .new
      case .none: .dot
      }
    self.init(
      content: content, isHidden: proto.hidden, dx: proto.dx, dy: proto.dy,
      height: proto.height, loop: try BadgeAnimation(optional: proto.loop, "badges.loop") ?? .none)
  }

  func proto(generation: UInt32) -> Interaction_Storage_V1_BadgeMemory {
    .with {
      switch self.content {
      case .dot: break
      case .new: $0.newMark = .init()
      case .text(let text): $0.text = text
      case .number(let count, let max): $0.count = .init(count: count, max: max)
      }
      $0.hidden = self.isHidden
      $0.dx = self.dx
      $0.dy = self.dy
      $0.height = self.height
      if self.loop != .none { $0.loop = self.loop.proto }
      $0.generation = generation
    }
  }
}
