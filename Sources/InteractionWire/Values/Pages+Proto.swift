package import InteractionCore
import SwiftProtobuf

extension NavigationState.Page {
  /// - Parameter fallback: The style of a page that says none, or one of a later contract.
  package init(_ proto: Interaction_V1_Page, orElse fallback: NavigationStyle = .window) {
    self.init(
      route: proto.route,
      style: NavigationStyle(known: proto.style) ?? fallback,
      isPresented: proto.presented,
      keyFrame: proto.hasKeyFrame ? Rect(proto.keyFrame) : nil)
  }

  package var proto: Interaction_V1_Page {
    .with {
      $0.route = self.route
      $0.style = self.style.proto
      $0.presented = self.isPresented
      if let frame = self.keyFrame { $0.keyFrame = frame.proto }
    }
  }
}

extension BadgeContent {
  /// A count without a limit of its own has none here: the badge's own holds.
  package init(_ proto: Interaction_V1_BadgeContent) {
    switch proto.content {
    case .text(let text):
      self = .text(text)
    case .count(let count):
      self = .number(
        count: Int(count.count), max: count.hasMax ? Int(count.max) : 0)
    case .newMark:
      self = .new
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
