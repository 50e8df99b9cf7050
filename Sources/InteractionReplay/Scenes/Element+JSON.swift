import InteractionCore
import InteractionPresentation
import InteractionWire
import SwiftProtobuf

extension PresentedScene.Element {
  /// The element as JSON fields, always with the same keys in the same order.
  var fields: [(key: String, json: String)] {
    let values = self.values
    let (translation, rotation, shadow) = (values.translation, values.rotation, values.shadow)
    return [
      ("parent", self.parent.map { StableJSON.string($0.path) } ?? "null"),
      ("frame", self.frame?.json ?? "null"),
      ("shows", self.content.json),
      ("hidden", "\(self.isHidden)"),
      ("opacity", StableJSON.number(values.opacity)),
      ("translation", StableJSON.numbers(translation.x, translation.y, translation.z)),
      ("scale", StableJSON.numbers(values.scale * values.scaleX, values.scale * values.scaleY)),
      ("rotation", StableJSON.numbers(rotation.x, rotation.y, rotation.z)),
      ("origin", StableJSON.numbers(values.origin.x, values.origin.y)),
      ("perspective", StableJSON.number(values.perspective)),
      (
        "shadow",
        StableJSON.numbers(shadow.opacity, shadow.offset.x, shadow.offset.y, shadow.radius)
      ),
      ("mask", values.mask?.json ?? "null"),
      ("contentOffset", StableJSON.numbers(values.contentOffset.x, values.contentOffset.y)),
      ("imageFrame", values.imageFrame.map { StableJSON.number($0) } ?? "null"),
    ]
  }
}

extension Rect {
  fileprivate var json: String { StableJSON.numbers(self.x, self.y, self.width, self.height) }
}

extension ElementValues.Mask {
  fileprivate var json: String {
    switch self {
    case .circle(let diameter): StableJSON.object([("circle", StableJSON.number(diameter))])
    case .ellipse(let width, let height):
      StableJSON.object([("ellipse", StableJSON.numbers(width, height))])
    }
  }
}

extension ElementContent {
  /// The content as an object whose one key is its type; looks, fonts, spans and badges are the
  /// contract's messages.
  fileprivate var json: String {
    let field: (key: String, json: String) =
      switch self {
      case .view: ("view", "{}")
      case .root: ("root", "{}")
      case .color(let color): ("color", StableJSON.string(color))
      case .item(let look, let isPressed):
        ("item", StableJSON.object([("look", look.proto.json), ("pressed", "\(isPressed)")]))
      case .picture(let picture): ("picture", picture.json)
      case .strip(let pictures): ("strip", StableJSON.array(pictures.map(\.json)))
      case .text(let text): ("text", text.json)
      case .badge(let badge): ("badge", badge.proto.json)
      case .animation(let name, let isAtEnd):
        (
          "animation",
          StableJSON.object([("name", StableJSON.string(name)), ("atEnd", "\(isAtEnd)")])
        )
      case .page(let route): ("page", StableJSON.string(route))
      case .capture(let subject, let frame, let number):
        ("capture", Self.json(of: subject, frame, number))
      }
    return StableJSON.object([field])
  }

  private static func json(of subject: ViewPath, _ frame: Rect, _ number: UInt64) -> String {
    StableJSON.object([
      ("of", StableJSON.string(subject.path)), ("frame", frame.json), ("number", "\(number)"),
    ])
  }
}

extension ElementContent.ImageContent {
  fileprivate var json: String {
    var fields = [("name", StableJSON.string(self.name))]
    if !self.background.isEmpty {
      fields.append(("background", StableJSON.string(self.background)))
    }
    if self.isPlaying { fields.append(("playing", "true")) }
    if let fade = self.fade {
      fields.append(("fade", StableJSON.numbers(fade.lowerBound, fade.upperBound)))
    }
    return StableJSON.object(fields)
  }
}

extension ElementContent.TextContent {
  fileprivate var json: String {
    var fields = [("plain", StableJSON.string(self.plain))]
    if !self.rich.isEmpty { fields.append(("rich", StableJSON.array(self.rich.map(\.proto.json)))) }
    if !self.color.isEmpty { fields.append(("color", StableJSON.string(self.color))) }
    if self.font != TextFont() { fields.append(("font", self.font.proto.json)) }
    return StableJSON.object(fields)
  }
}

extension Message {
  /// The message as protobuf JSON. Encoding cannot fail: only messages such as a huge Any have no
  /// JSON, and the contract has none.
  var json: String { (try? self.jsonString()) ?? "{}" }
}
