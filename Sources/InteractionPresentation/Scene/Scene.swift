public import InteractionCore

/// Everything there is to draw at one moment, in drawing order: what comes first lies underneath.
///
/// A renderer copies the values onto its views and decides nothing.
public struct Scene: Hashable, Sendable {
  /// What there is to draw, each target at most once.
  public var elements: [Element]

  public init(elements: [Element] = []) {
    self.elements = elements
  }

  /// The element of that target, if there is one.
  public subscript(target: Target) -> Element? {
    self.elements.first { $0.target == target }
  }

  /// One view, with all that it shows.
  public struct Element: Hashable, Sendable {
    /// The view; see *Mapping* for the paths.
    public var target: Target
    /// The element that it moves, fades and hides with.
    public var parent: Target?
    /// Where the layout puts it on the screen, pt; nil where only the app knows.
    public var frame: Rect?
    /// What it shows.
    public var content: Content
    /// Whether it does not show, whatever its values.
    public var isHidden: Bool
    /// How it differs from its place in the layout.
    public var values: Values

    public init(
      _ target: Target, in parent: Target? = nil, frame: Rect? = nil, content: Content = .view,
      isHidden: Bool = false, values: Values = Values()
    ) {
      self.target = target
      self.parent = parent
      self.frame = frame
      self.content = content
      self.isHidden = isHidden
      self.values = values
    }
  }
}
