/// A drag that a heartbeat reports as still held.
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

/// A picture that the client has loaded.
public struct Asset: Hashable, Sendable {
  /// Which place it fills, such as `floor`.
  public var slot: String
  /// Whether it moves.
  public var kind: Kind
  /// Its size in its own pixels; not positive means not ready (rule F10).
  public var size: Size

  public init(slot: String, kind: Kind, size: Size) {
    self.slot = slot
    self.kind = kind
    self.size = size
  }
}
