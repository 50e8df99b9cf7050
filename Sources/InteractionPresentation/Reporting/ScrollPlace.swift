public import InteractionCore

/// Where a scroll view stands, as a callback finds it.
public struct ScrollPlace: Hashable, Sendable {
  /// The offset of the content, pt, as the scroll view counts it.
  public var contentOffset: Point
  /// The insets around the content, pt, with the safe area's: `adjustedContentInset`, which already
  /// contains `contentInset`.
  public var adjustedInsets: Insets

  public init(contentOffset: Point, adjustedInsets: Insets = .zero) {
    self.contentOffset = contentOffset
    self.adjustedInsets = adjustedInsets
  }

  /// The offset of the contract, pt: 0 at rest at the top, negative while pulled down.
  public var offset: Point {
    get {
      Point(
        x: self.contentOffset.x + self.adjustedInsets.left,
        y: self.contentOffset.y + self.adjustedInsets.top)
    }
    set {
      self.contentOffset = Point(
        x: newValue.x - self.adjustedInsets.left, y: newValue.y - self.adjustedInsets.top)
    }
  }
}
