/// A text of spans with their own colours and fonts (rule T12).
public struct RichText: Hashable, Sendable {
  /// A run of text with one appearance.
  public struct Span: Hashable, Sendable {
    /// The text, by locale.
    public var text: LocalizedText
    /// The colour, RRGGBB; empty for that of the surrounding text.
    public var color: String
    /// The font; unset attributes are those of the surrounding text.
    public var font: TextFont

    public init(text: LocalizedText, color: String = "", font: TextFont = TextFont()) {
      self.text = text
      self.color = color
      self.font = font
    }
  }

  /// The spans, in reading order; empty if the text is plain.
  public var spans: [Span]

  public init(spans: [Span] = []) {
    self.spans = spans
  }

  /// Returns the spans in the language and the colours of `surface`.
  func spans(in surface: Surface) -> [TextSpan] {
    self.spans.map { span in
      TextSpan(
        text: span.text.text(for: surface.locale), color: surface.variant(of: span.color),
        font: span.font)
    }
  }
}
