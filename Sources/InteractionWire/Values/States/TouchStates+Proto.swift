package import InteractionCore
import SwiftProtobuf

extension BadgeState {
  init(_ proto: Interaction_V1_BadgeState) {
    self.init(
      tab: Int(proto.tab), isShown: proto.shown, style: Style(known: proto.style) ?? .text,
      text: proto.text, dx: proto.dx, dy: proto.dy, height: proto.height,
      loop: BadgeAnimation(known: proto.loop) ?? .none,
      loopTimeline: proto.hasLoopTimeline ? Timeline(proto.loopTimeline) : nil)
  }

  package var proto: Interaction_V1_BadgeState {
    .with {
      $0.tab = Int32(clamping: self.tab)
      $0.shown = self.isShown
      $0.style = self.style.proto
      $0.text = self.text
      $0.dx = self.dx
      $0.dy = self.dy
      $0.height = self.height
      $0.loop = self.loop.proto
      if let timeline = self.loopTimeline { $0.loopTimeline = timeline.proto }
    }
  }
}

extension GateState {
  init(_ proto: Interaction_V1_GateState) {
    // A condition of a later contract is told from a login, which the client may lead to.
    let condition: Condition =
      switch proto.pendingCondition {
      case .unspecified, .login: .login
      case .client, .UNRECOGNIZED: .client
      }
    self.init(
      isSignedIn: proto.signedIn,
      pending: proto.hasPendingTab
        ? Pending(tab: Int(proto.pendingTab), condition: condition) : nil)
  }

  var proto: Interaction_V1_GateState {
    .with {
      $0.signedIn = self.isSignedIn
      if let pending = self.pending {
        $0.pendingTab = Int32(clamping: pending.tab)
        if pending.condition != .login { $0.pendingCondition = pending.condition.proto }
      }
    }
  }
}

extension PressState {
  init(_ proto: Interaction_V1_PressState) {
    self.init(
      tab: proto.hasTab ? Int(proto.tab) : nil, phase: Phase(known: proto.phase) ?? .possible,
      menu: proto.menu.map { MenuEntry(id: $0.id, text: $0.text, image: $0.image) })
  }

  var proto: Interaction_V1_PressState {
    .with {
      if let tab = self.tab { $0.tab = Int32(clamping: tab) }
      $0.phase = self.phase.proto
      $0.menu = self.menu.map { entry in
        .with {
          $0.id = entry.id
          $0.text = entry.text
          $0.image = entry.image
        }
      }
    }
  }
}
