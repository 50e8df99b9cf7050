public import InteractionCore

/// The geometry of a scroll view in a callback.
public struct ScrollGeometry: Hashable, Sendable {
  /// The content offset, pt, in the scroll view's coordinates.
  public var contentOffset: Point
  /// The insets around the content with the safe area, pt: `adjustedContentInset`, which includes
  /// `contentInset`.
  public var adjustedInsets: Insets

  public init(contentOffset: Point, adjustedInsets: Insets = .zero) {
    self.contentOffset = contentOffset
    self.adjustedInsets = adjustedInsets
  }

  /// The offset in the protocol, pt: 0 at rest at the top, negative during overscroll at the top.
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
