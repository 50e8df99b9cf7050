package import InteractionCore
import SwiftProtobuf

extension NavigationState.Page {
  /// - Parameter fallback: The style of a page that says none.
  package init(
    _ proto: Interaction_V1_Page, fallback: NavigationStyle = .window, _ field: String
  ) throws(Violation) {
    guard proto.keyFrame.isEmpty || proto.keyFrame.count == 4 else {
      throw Violation(
        field: "\(field).key_frame",
        problem: "has \(proto.keyFrame.count) entries; must have x, y, width and height, or none")
    }
    self.init(
      route: proto.route,
      style: try NavigationStyle(optional: proto.style, "\(field).style") ?? fallback,
      isPresented: proto.presented,
      keyFrame: proto.keyFrame.isEmpty
        ? nil
        : Rect(
          x: proto.keyFrame[0], y: proto.keyFrame[1], width: proto.keyFrame[2],
          height: proto.keyFrame[3]))
  }

  package var proto: Interaction_V1_Page {
    .with {
      $0.route = self.route
      $0.style = self.style.proto
      $0.presented = self.isPresented
      if let frame = self.keyFrame {
        $0.keyFrame = [frame.x, frame.y, frame.width, frame.height]
      }
    }
  }
}

extension BadgeContent {
  /// A count without a limit of its own has none here: the badge's own holds.
  package init(_ proto: Interaction_V1_BadgeContent, _ field: String) throws(Violation) {
    switch proto.content {
    case .text(let text):
      self = .text(text)
    case .count(let count):
      self = .number(
        count: Int(count.count), max: count.hasMax ? Int(count.max) : 0)
    case .new(true):
      self = .new
    case .dot(true), .none:
      self = .dot
    case .dot(false):
      throw Violation(field: "\(field).dot", problem: "must be true where it is set")
    case .new(false):
      throw Violation(field: "\(field).new", problem: "must be true where it is set")
    }
  }

  package var proto: Interaction_V1_BadgeContent {
    .with {
      switch self {
      case .dot: $0.dot = true
      case .new: $0.new = true
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
