package import InteractionCore
import SwiftProtobuf

extension MenuChoice {
  init(_ proto: Interaction_V1_MenuEvent) throws(Violation) {
    switch proto.choice {
    case .chosen(let entry): self = .chosen(entry: Int(entry))
    case .dismissed: self = .dismissed
    case .none:
      throw .missing("menu.choice", "must be one of chosen, dismissed", in: proto)
    }
  }

  var proto: Interaction_V1_MenuEvent {
    .with {
      switch self {
      case .chosen(let entry): $0.chosen = Int32(clamping: entry)
      case .dismissed: $0.dismissed = .init()
      }
    }
  }
}

extension Violation {
  /// Returns the violation of a oneof that is missing, or set to a field of a newer contract level.
  static func missing(_ field: String, _ problem: String, in message: some Message) -> Violation {
    guard let kind = WireReader.fieldNumbers(in: message.unknownFields.data).first else {
      return Violation(field: field, problem: problem)
    }
    return Violation(
      field: field, problem: "has field \(kind), unknown to this server", kind: .unknown)
  }
}

extension BadgeOperation {
  package init(_ proto: Interaction_V1_BadgeEvent) throws(Violation) {
    switch proto.operation {
    case .set(let content):
      if case .text(let text) = content.content {
        self = .setText(text)
      } else if let content = BadgeContent(known: content) {
        self = .set(content)
      } else {
        throw .missing("badge.set.content", "must be specified", in: content)
      }
    case .increase(let amount): self = .increase(by: Int(clamping: amount))
    case .decrease(let amount): self = .decrease(by: Int(clamping: amount))
    case .clear: self = .clear
    case .hidden(let isHidden): self = isHidden ? .hide : .show
    case .move(let move): self = .move(dx: move.dx, dy: move.dy)
    case .height(let height): self = .resize(height: height)
    case .animate(let animation):
      self = .animate(try BadgeAnimation(animation, "badge.animate"))
    case .none:
      throw .missing(
        "badge.operation",
        "must be one of set, increase, decrease, clear, hidden, move, height, animate", in: proto)
    }
  }

  package func proto(tab: Int) -> Interaction_V1_BadgeEvent {
    .with {
      $0.tab = Int32(clamping: tab)
      switch self {
      case .set(let content): $0.set = content.proto
      case .setText(let text): $0.set.text = text
      case .increase(let amount): $0.increase = Int64(amount)
      case .decrease(let amount): $0.decrease = Int64(amount)
      case .clear: $0.clear = .init()
      case .hide: $0.hidden = true
      case .show: $0.hidden = false
      case .move(let dx, let dy):
        $0.move.dx = dx
        $0.move.dy = dy
      case .resize(let height): $0.height = height
      case .animate(let animation): $0.animate = animation.proto
      }
    }
  }
}

extension NavigationRequest {
  init(_ proto: Interaction_V1_NavigateEvent) throws(Violation) {
    self.init(
      try Operation(proto.operation, "navigate.operation"),
      route: proto.route,
      style: try NavigationStyle(optional: proto.style, "navigate.style"),
      keyFrame: proto.hasKeyFrame ? Rect(proto.keyFrame) : nil, keepsBar: proto.keepsBar)
  }

  var proto: Interaction_V1_NavigateEvent {
    .with {
      $0.operation = self.operation.proto
      $0.route = self.route
      if let style = self.style { $0.style = style.proto }
      if let frame = self.keyFrame { $0.keyFrame = frame.proto }
      $0.keepsBar = self.keepsBar
    }
  }
}

extension PageDrag {
  init(_ proto: Interaction_V1_PageDragEvent) throws(Violation) {
    let phase = try Phase(proto.phase, "page_drag.phase")
    self.init(
      try Subject(proto.subject, "page_drag.subject"), phase,
      translation: try required(
        proto.hasTranslation || phase == .cancelled, proto.translation, "page_drag.translation"),
      velocity: try required(
        proto.hasVelocity || phase != .ended, proto.velocity, "page_drag.velocity"),
      route: proto.route)
  }

  var proto: Interaction_V1_PageDragEvent {
    .with {
      $0.subject = self.subject.proto
      $0.phase = self.phase.proto
      $0.translation = self.translation
      $0.velocity = self.velocity
      $0.route = self.route
    }
  }
}

extension ItemChange {
  init(_ proto: Interaction_V1_ItemChange) throws(Violation) {
    try self.init(proto, "item")
  }

  package init(_ proto: Interaction_V1_ItemChange, _ field: String) throws(Violation) {
    self.init(
      tab: Int(try required(proto.hasTab, proto.tab, field.child("tab"))),
      title: proto.hasTitle ? proto.title : nil, image: proto.hasImage ? proto.image : nil,
      selectedImage: proto.hasSelectedImage ? proto.selectedImage : nil,
      isEnabled: proto.hasEnabled ? proto.enabled : nil,
      isHidden: proto.hasHidden ? proto.hidden : nil)
    guard self.isEmpty == proto.reset else {
      throw Violation(
        field: proto.reset ? field.child("reset") : field,
        problem: proto.reset
          ? "is true beside other fields; remove them, or reset"
          : "has no change; set title, image, selected_image, enabled or hidden, or reset: true")
    }
  }

  package var proto: Interaction_V1_ItemChange {
    .with {
      $0.tab = Int32(clamping: self.tab)
      if let title = self.title { $0.title = title }
      if let image = self.image { $0.image = image }
      if let image = self.selectedImage { $0.selectedImage = image }
      if let isEnabled = self.isEnabled { $0.enabled = isEnabled }
      if let isHidden = self.isHidden { $0.hidden = isHidden }
      $0.reset = self.isEmpty
    }
  }
}
