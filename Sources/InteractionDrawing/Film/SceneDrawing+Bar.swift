import InteractionCore
import InteractionMarkup
import InteractionPresentation

/// The content of the tab bar.
extension SceneDrawing {
  func button(_ look: ButtonLook, isPressed: Bool, in frame: Rect) -> String {
    let inner = Rect(
      x: frame.x + 3, y: frame.y + 2, width: frame.width - 6, height: frame.height - 4)
    var markup = ""
    let border = look.border
    if !look.backgroundColor.isEmpty || border != nil {
      markup += Markup.rect(
        inner, fill: Markup.color(look.backgroundColor, or: "none"), radius: look.cornerRadius,
        more: [
          "stroke": border.map { .text(Markup.color($0.color, or: Self.ink)) },
          "stroke-width": border.map { .number($0.width) },
        ])
    }
    if !look.backgroundImage.isEmpty {
      markup += Markup.rect(inner, fill: "#eaf5ff", radius: 10)
    }
    if isPressed { markup += Markup.rect(inner, fill: "#00000018", radius: look.cornerRadius) }
    return markup
  }

  func text(_ text: ElementContent.TextContent, in frame: Rect) -> String {
    let size = text.font.size ?? min(max(frame.height * 0.8, 8), 12)
    let color = Markup.color(text.color, or: Self.ink)
    let rich = text.rich.map { span in
      Markup.element(
        "tspan",
        [
          "fill": .text(Markup.color(span.color, or: color)),
          "font-weight": "\(span.font.weight ?? text.font.weight ?? 400)",
        ], Markup.escaped(span.text))
    }.joined()
    return Markup.text(
      content: rich.isEmpty ? Markup.escaped(text.plain) : rich, x: frame.center.x,
      y: frame.center.y, size: size, fill: color, weight: text.font.weight)
  }

  /// Returns a badge at the corner of an icon, as wide as its text.
  func badge(_ badge: BadgeState, in frame: Rect) -> String {
    let red = "#ff3b30"
    let words: String =
      switch badge.style {
      case .dot: ""
      case .new: badge.text.isEmpty ? "new" : badge.text
      case .number, .text: badge.text
      }
    if words.isEmpty {
      return Markup.circle(x: frame.center.x, y: frame.center.y, radius: 5, fill: red)
    }
    let size = frame.height * 0.64
    let width = max(frame.height, TextMetrics.width(words, size: size) + 8)
    let capsule = Rect(x: frame.x, y: frame.y, width: width, height: frame.height)
    return Markup.rect(capsule, fill: red, radius: frame.height / 2)
      + Markup.text(
        words, x: capsule.center.x, y: capsule.center.y, size: size, fill: "#ffffff", weight: 600)
  }
}
