/// A drag that a heartbeat reports as still in progress.
public struct HeldDrag: Hashable, Sendable {
  /// The scroll view.
  public var source: SourceID
  /// The drag's number on its scroll view.
  public var drag: UInt32

  public init(source: SourceID, drag: UInt32) {
    self.source = source
    self.drag = drag
  }
}

/// An image that the client has loaded.
public struct Asset: Hashable, Sendable {
  /// The slot that the image fills, such as `floor`.
  public var slot: String
  /// A still or an animated image.
  public var kind: Kind
  /// The size in the image's own pixels; not ready unless both are positive (rule F10).
  public var size: Size

  public init(slot: String, kind: Kind, size: Size) {
    self.slot = slot
    self.kind = kind
    self.size = size
  }
}
