import InteractionCore
import InteractionPresentation
import InteractionWire
import SwiftProtobuf

extension Scene.Element {
  /// The element as JSON fields, always with the same keys in the same order.
  var fields: [(key: String, json: String)] {
    let values = self.values
    let (translation, rotation, shadow) = (values.translation, values.rotation, values.shadow)
    return [
      ("parent", self.parent.map { JSON.string($0.path) } ?? "null"),
      ("frame", self.frame?.json ?? "null"),
      ("shows", self.content.json),
      ("hidden", "\(self.isHidden)"),
      ("opacity", JSON.number(values.opacity)),
      ("translation", JSON.numbers(translation.x, translation.y, translation.z)),
      ("scale", JSON.numbers(values.scale * values.scaleX, values.scale * values.scaleY)),
      ("rotation", JSON.numbers(rotation.x, rotation.y, rotation.z)),
      ("origin", JSON.numbers(values.origin.x, values.origin.y)),
      ("perspective", JSON.number(values.perspective)),
      ("shadow", JSON.numbers(shadow.opacity, shadow.offset.x, shadow.offset.y, shadow.radius)),
      ("mask", values.mask?.json ?? "null"),
      ("contentOffset", JSON.numbers(values.contentOffset.x, values.contentOffset.y)),
      ("imageFrame", values.imageFrame.map { JSON.number($0) } ?? "null"),
    ]
  }
}

extension Rect {
  fileprivate var json: String { JSON.numbers(self.x, self.y, self.width, self.height) }
}

extension Values.Mask {
  fileprivate var json: String {
    switch self {
    case .circle(let diameter): JSON.object([("circle", JSON.number(diameter))])
    case .ellipse(let width, let height): JSON.object([("ellipse", JSON.numbers(width, height))])
    }
  }
}

extension Content {
  /// The content as an object whose one key is its type; looks, fonts, spans and badges are the
  /// contract's messages.
  fileprivate var json: String {
    let field: (key: String, json: String) =
      switch self {
      case .view: ("view", "{}")
      case .root: ("root", "{}")
      case .color(let color): ("color", JSON.string(color))
      case .item(let look, let isPressed):
        ("item", JSON.object([("look", look.proto.json), ("pressed", "\(isPressed)")]))
      case .picture(let picture): ("picture", picture.json)
      case .strip(let pictures): ("strip", JSON.array(pictures.map(\.json)))
      case .text(let text): ("text", text.json)
      case .badge(let badge): ("badge", badge.proto.json)
      case .animation(let name, let isAtEnd):
        ("animation", JSON.object([("name", JSON.string(name)), ("atEnd", "\(isAtEnd)")]))
      case .page(let route): ("page", JSON.string(route))
      case .capture(let subject, let frame, let number):
        ("capture", Self.json(of: subject, frame, number))
      }
    return JSON.object([field])
  }

  private static func json(of subject: Target, _ frame: Rect, _ number: UInt64) -> String {
    JSON.object([
      ("of", JSON.string(subject.path)), ("frame", frame.json), ("number", "\(number)"),
    ])
  }
}

extension Content.Picture {
  fileprivate var json: String {
    var fields = [("name", JSON.string(self.name))]
    if !self.background.isEmpty { fields.append(("background", JSON.string(self.background))) }
    if self.isPlaying { fields.append(("playing", "true")) }
    if let fade = self.fade {
      fields.append(("fade", JSON.numbers(fade.lowerBound, fade.upperBound)))
    }
    return JSON.object(fields)
  }
}

extension Content.Text {
  fileprivate var json: String {
    var fields = [("plain", JSON.string(self.plain))]
    if !self.rich.isEmpty { fields.append(("rich", JSON.array(self.rich.map(\.proto.json)))) }
    if !self.color.isEmpty { fields.append(("color", JSON.string(self.color))) }
    if self.font != TextFont() { fields.append(("font", self.font.proto.json)) }
    return JSON.object(fields)
  }
}

extension Message {
  /// The message as protobuf JSON. Encoding cannot fail: only messages such as a huge Any have no
  /// JSON, and the contract has none.
  var json: String { (try? self.jsonString()) ?? "{}" }
}
