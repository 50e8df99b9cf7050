public import InteractionCore

/// The content of one frame, as elements in drawing order, bottom first.
///
/// A renderer copies the values onto its views and decides nothing.
public struct PresentedScene: Hashable, Sendable {
  /// The elements; at most one for each target.
  public var elements: [Element]

  public init(elements: [Element] = []) {
    self.elements = elements
  }

  /// The element of a target; nil if there is none.
  public subscript(target: ViewPath) -> Element? {
    self.elements.first { $0.target == target }
  }

  /// One view with its content and values.
  public struct Element: Hashable, Sendable {
    /// The view; see *Mapping* for the paths.
    public var target: ViewPath
    /// The element whose view contains this one; nil for none.
    public var parent: ViewPath?
    /// The frame in the layout, in screen coordinates, pt; nil if only the app knows it.
    public var frame: Rect?
    /// The content.
    public var content: ElementContent
    /// A Boolean value that indicates whether it is hidden, whatever its values.
    public var isHidden: Bool
    /// The differences from its place in the layout.
    public var values: ElementValues

    public init(
      _ target: ViewPath, in parent: ViewPath? = nil, frame: Rect? = nil,
      content: ElementContent = .view,
      isHidden: Bool = false, values: ElementValues = ElementValues()
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
