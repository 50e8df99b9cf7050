/// A text of several parts, each with a look of its own, as an experience defines it (rule T12).
public struct RichText: Hashable, Sendable {
  /// A part of it.
  public struct Span: Hashable, Sendable {
    /// What it says, in each of its languages.
    public var text: LocalizedText
    /// Its colour, RRGGBB; empty for that of the text around it.
    public var color: String
    /// Its font; what it does not say is as in the text around it.
    public var font: TextFont

    public init(text: LocalizedText, color: String = "", font: TextFont = TextFont()) {
      self.text = text
      self.color = color
      self.font = font
    }
  }

  /// The parts, in reading order; none where the text is plain.
  public var spans: [Span]

  public init(spans: [Span] = []) {
    self.spans = spans
  }

  /// The parts as a locale reads them.
  func spans(for locale: String) -> [TextSpan] {
    self.spans.map { span in
      TextSpan(text: span.text.text(for: locale), color: span.color, font: span.font)
    }
  }
}
