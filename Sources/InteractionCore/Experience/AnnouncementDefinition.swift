/// A text that a screen reader speaks on an occasion (rule U4).
public struct AnnouncementDefinition: Hashable, Sendable {
  /// The occasion.
  public var occasion: Occasion
  /// The text, by locale.
  public var text: LocalizedText
  /// A Boolean value that indicates whether the text interrupts other speech.
  public var interrupts: Bool

  public init(occasion: Occasion, text: LocalizedText, interrupts: Bool = false) {
    self.occasion = occasion
    self.text = text
    self.interrupts = interrupts
  }
}
