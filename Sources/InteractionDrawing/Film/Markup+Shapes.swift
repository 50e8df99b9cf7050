import InteractionCore
import InteractionMarkup

/// SVG shapes with their own presentation attributes, for use without a style sheet.
extension Markup {
  static func rect(
    _ frame: Rect, fill: String, radius: Double = 0, more: Attributes = [:]
  ) -> String {
    let attributes: Attributes = [
      "x": .number(frame.x), "y": .number(frame.y), "width": .number(frame.width),
      "height": .number(frame.height), "rx": radius > 0 ? .number(radius) : nil,
      "fill": .text(fill),
    ]
    return self.element("rect", attributes, more: more)
  }

  static func circle(
    x: Double, y: Double, radius: Double, fill: String, more: Attributes = [:]
  ) -> String {
    let attributes: Attributes = [
      "cx": .number(x), "cy": .number(y), "r": .number(radius), "fill": .text(fill),
    ]
    return self.element("circle", attributes, more: more)
  }

  static func line(
    x1: Double, y1: Double, x2: Double, y2: Double, stroke: String, more: Attributes = [:]
  ) -> String {
    let path = "M\(self.number(x1)) \(self.number(y1))L\(self.number(x2)) \(self.number(y2))"
    return self.path(path, ["stroke": .text(stroke)], more: more)
  }

  static func path(
    _ data: String, _ attributes: Attributes, more: Attributes = [:]
  ) -> String {
    self.element(
      "path", attributes: [(key: "d", value: .text(data))] + Array(attributes) + Array(more))
  }

  /// Returns a text that is vertically centred at `y`.
  static func text(
    _ text: String, x: Double, y: Double, size: Double, fill: String, anchor: String = "middle",
    weight: Int? = nil
  ) -> String {
    self.text(
      content: self.escaped(text), x: x, y: y, size: size, fill: fill, anchor: anchor,
      weight: weight)
  }

  /// Returns a text element whose content is markup.
  static func text(
    content: String, x: Double, y: Double, size: Double, fill: String, anchor: String = "middle",
    weight: Int? = nil
  ) -> String {
    let attributes: Attributes = [
      "x": .number(x), "y": .number(y + size * 0.36), "font-size": .number(size),
      "fill": .text(fill), "text-anchor": anchor == "start" ? nil : .text(anchor),
      "font-weight": weight.map { "\($0)" },
    ]
    return self.element("text", attributes, content)
  }

  /// Returns the part of `content` within `frame`.
  static func clipped(_ content: String, to frame: Rect) -> String {
    let (x, y) = (self.number(frame.x), self.number(frame.y))
    let (width, height) = (self.number(frame.width), self.number(frame.height))
    let attributes: Attributes = [
      "x": .text(x), "y": .text(y), "width": .text(width), "height": .text(height),
      "viewBox": "\(x) \(y) \(width) \(height)",
    ]
    return self.element("svg", attributes, content)
  }

  static func moved(_ content: String, x: Double, y: Double, scale: Double = 1) -> String {
    let size = scale == 1 ? "" : " scale(\(self.number(scale, parts: 1000)))"
    let transform: MarkupValue = "translate(\(self.number(x)) \(self.number(y)))\(size)"
    return self.element("g", ["transform": transform], content)
  }

  /// Returns a CSS colour for six hexadecimal digits; `other` if `hex` is invalid.
  static func color(_ hex: String, or other: String) -> String {
    hex.utf8.count == 6 && hex.allSatisfy(\.isHexDigit) ? "#\(hex)" : other
  }
}
