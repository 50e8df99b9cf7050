package import InteractionCore
import SwiftProtobuf

extension NavigationState.Page {
  /// - Parameter substitute: The style in place of an unknown one.
  package init(_ proto: Interaction_V1_NavigationPage, substitute: NavigationStyle) {
    self.init(
      route: proto.route,
      style: proto.style == .unspecified
        ? .window : NavigationStyle(known: proto.style) ?? substitute,
      isPresented: proto.presented,
      keyFrame: proto.hasKeyFrame ? Rect(proto.keyFrame) : nil,
      restingPosition: NavigationState.RestingPosition(
        dx: proto.dx, dy: proto.dy, mask: proto.mask),
      keepsBar: proto.keepsBar
    )
  }

  package var proto: Interaction_V1_NavigationPage {
    .with {
      $0.route = self.route
      $0.style = self.style.proto
      $0.presented = self.isPresented
      if let frame = self.keyFrame { $0.keyFrame = frame.proto }
      $0.dx = self.restingPosition.dx
      $0.dy = self.restingPosition.dy
      $0.mask = self.restingPosition.mask
      $0.keepsBar = self.keepsBar
    }
  }
}

extension NavigationState.TabPages {
  /// - Parameter substitute: The style in place of an unknown one.
  package init(_ proto: Interaction_V1_TabPages, substitute: NavigationStyle) {
    self.init(
      tab: Int(proto.tab),
      pages: proto.pages.prefix(17).map { NavigationState.Page($0, substitute: substitute) })
  }

  package var proto: Interaction_V1_TabPages {
    .with {
      $0.tab = Int32(clamping: self.tab)
      $0.pages = self.pages.map { $0.proto }
    }
  }
}

extension BadgeContent {
  /// Converts a badge's content; nil if it is unknown. A count without a maximum gets 0, for which
  /// the badge's own maximum applies.
  package init?(known proto: Interaction_V1_BadgeContent) {
    switch proto.content {
    case .text(let text):
      self = .text(text)
    case .count(let count):
      self = .number(
        count: Int(clamping: count.count), max: count.hasMax ? Int(clamping: count.max) : 0)
    case .newMark:
      self = .new
    case .none where !proto.unknownFields.data.isEmpty:
      return nil
    case .dot, .none:
      self = .dot
    }
  }

  package var proto: Interaction_V1_BadgeContent {
    .with {
      switch self {
      case .dot: $0.dot = .init()
      case .new: $0.newMark = .init()
      case .text(let text): $0.text = text
      case .number(let count, let max): $0.count = .init(count: count, max: max)
      }
    }
  }
}

extension Interaction_V1_BadgeCount {
  package init(count: Int, max: Int) {
    self.init()
    self.count = Int64(count)
    self.max = Int64(max)
  }
}
