import InteractionCore
import SwiftProtobuf

extension TabBar {
  init(_ proto: Proto.SessionState) throws(Violation) {
    let origin = try TabSelection.Origin(
      optional: proto.pendingTab.origin, "pending_tab.origin")
    self.init(
      selected: Int(proto.selectedTab), isSignedIn: proto.signedIn,
      pending: proto.hasPendingTab
        ? Pending(
          index: Int(proto.pendingTab.tab),
          until: Instant(microseconds: proto.pendingTab.untilUs), origin: origin ?? .user)
        : nil,
      looksOff: proto.looksOff)
  }
}

extension Proto.SessionState {
  mutating func write(_ bar: TabBar, gate generation: UInt32) {
    self.selectedTab = Int32(clamping: bar.selected)
    self.signedIn = bar.isSignedIn
    if let pending = bar.pending {
      self.pendingTab.tab = Int32(clamping: pending.index)
      self.pendingTab.untilUs = pending.until.microseconds
      self.pendingTab.origin = pending.origin.proto
    }
    self.looksOff = bar.looksOff
    self.gateGeneration = generation
  }
}

extension Badge {
  init(_ proto: Interaction_V1_BadgeMemory) throws(Violation) {
    let content: BadgeContent =
      switch proto.content {
      case .text(let text): .text(text)
      case .count(let count): .number(count: Int(count.count), max: Int(count.max))
      case .new: .new
      case .none: .dot
      }
    self.init(
      content: content, isHidden: proto.hidden, dx: proto.dx, dy: proto.dy,
      height: proto.height, loop: try BadgeAnimation(optional: proto.loop, "badges.loop") ?? .none)
  }

  func proto(generation: UInt32) -> Interaction_V1_BadgeMemory {
    .with {
      switch self.content {
      case .dot: break
      case .new: $0.new = true
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
