import InteractionCore
import InteractionPresentation

extension Scene.Element {
  /// All that it shows, each as a key and a word; always the same keys in the same order.
  var words: [(key: String, value: String)] {
    let values = self.values
    let shadow = values.shadow
    return [
      ("in", self.parent.map { escaped($0.path) } ?? ""),
      ("frame", self.frame.map { numbers([$0.x, $0.y, $0.width, $0.height]) } ?? ""),
      ("shows", self.content.word),
      ("hidden", self.isHidden ? "1" : "0"),
      ("opacity", number(values.opacity)),
      ("translate", numbers([values.translation.x, values.translation.y, values.translation.z])),
      ("scale", numbers([values.scale * values.scaleX, values.scale * values.scaleY])),
      ("rotate", numbers([values.rotation.x, values.rotation.y, values.rotation.z])),
      ("origin", numbers([values.origin.x, values.origin.y])),
      ("perspective", number(values.perspective)),
      ("shadow", numbers([shadow.opacity, shadow.offset.x, shadow.offset.y, shadow.radius])),
      ("mask", values.mask?.word ?? ""),
      ("offset", numbers([values.contentOffset.x, values.contentOffset.y])),
      ("image", values.imageFrame.map { number($0) } ?? ""),
    ]
  }
}

extension Values.Mask {
  fileprivate var word: String {
    switch self {
    case .circle(let diameter): "circle:\(number(diameter))"
    case .ellipse(let width, let height): "ellipse:\(numbers([width, height]))"
    }
  }
}

extension Content {
  fileprivate var word: String {
    switch self {
    case .view: "view"
    case .root: "root"
    case .color(let color): "color:\(escaped(color))"
    case .item(_, let looksPressed): "item:\(looksPressed ? "pressed" : "plain")"
    case .picture(let picture): "picture:\(picture.word)"
    case .strip(let pictures): "strip:\(pictures.map(\.word).joined(separator: ","))"
    case .text(let text): "text:\(escaped(text.color)):\(escaped(text.plain))"
    case .badge(let badge): "badge:\(badge.style):\(escaped(badge.text))"
    case .animation(let name, let isAtEnd):
      "animation:\(isAtEnd ? "end" : "start"):\(escaped(name))"
    case .page(let route): "page:\(escaped(route))"
    case .capture(let subject, let frame, let number):
      "capture:\(number):\(escaped(subject.path)):"
        + numbers([frame.x, frame.y, frame.width, frame.height])
    }
  }
}

extension Content.Picture {
  fileprivate var word: String { escaped(self.name) + (self.isPlaying ? "*" : "") }
}

/// A number to a thousandth.
private func number(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
}

private func numbers(_ values: [Double]) -> String {
  values.map { number($0) }.joined(separator: ",")
}

/// A text as one word: what would break a line into words is written as `%` and two hexadecimal
/// digits.
func escaped(_ text: String) -> String {
  var word = ""
  for scalar in text.unicodeScalars {
    if scalar.value <= 0x20 || "=%,:*".unicodeScalars.contains(scalar) {
      let digits = String(scalar.value, radix: 16)
      word += "%" + (digits.count < 2 ? "0" : "") + digits
    } else {
      word.unicodeScalars.append(scalar)
    }
  }
  return word
}
