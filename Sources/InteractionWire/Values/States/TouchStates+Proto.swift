import InteractionCore
import SwiftProtobuf

extension BadgeState {
  init(_ proto: Interaction_V1_BadgeState) throws(Violation) {
    self.init(
      tab: Int(proto.tab), isShown: proto.shown, style: try Style(proto.style, "badge.style"),
      text: proto.text, dx: proto.dx, dy: proto.dy, height: proto.height,
      loop: try BadgeAnimation(optional: proto.loop, "badge.loop") ?? .none)
  }

  var proto: Interaction_V1_BadgeState {
    .with {
      $0.tab = Int32(clamping: self.tab)
      $0.shown = self.isShown
      $0.style = self.style.proto
      $0.text = self.text
      $0.dx = self.dx
      $0.dy = self.dy
      $0.height = self.height
      if self.loop != .none { $0.loop = self.loop.proto }
    }
  }
}

extension GateState {
  init(_ proto: Interaction_V1_GateState) {
    self.init(
      isSignedIn: proto.signedIn, pendingTab: proto.hasPendingTab ? Int(proto.pendingTab) : nil)
  }

  var proto: Interaction_V1_GateState {
    .with {
      $0.signedIn = self.isSignedIn
      if let tab = self.pendingTab { $0.pendingTab = Int32(clamping: tab) }
    }
  }
}

extension PressState {
  init(_ proto: Interaction_V1_PressState) throws(Violation) {
    self.init(
      tab: proto.hasTab ? Int(proto.tab) : nil, phase: try Phase(proto.phase, "press.phase"),
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
