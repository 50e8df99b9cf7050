/// The interface orientations that a page supports (rule T13).
public struct Orientations: Hashable, Sendable {
  /// Portrait.
  public var portrait: Bool
  /// Portrait, upside down.
  public var upsideDown: Bool
  /// Landscape, with the device's top to the left.
  public var landscapeLeft: Bool
  /// Landscape, with the device's top to the right.
  public var landscapeRight: Bool

  public init(
    portrait: Bool = false, upsideDown: Bool = false, landscapeLeft: Bool = false,
    landscapeRight: Bool = false
  ) {
    self.portrait = portrait
    self.upsideDown = upsideDown
    self.landscapeLeft = landscapeLeft
    self.landscapeRight = landscapeRight
  }

  /// Returns whether `orientation` is supported.
  public func contains(_ orientation: Orientation) -> Bool {
    switch orientation {
    case .portrait: self.portrait
    case .upsideDown: self.upsideDown
    case .landscapeLeft: self.landscapeLeft
    case .landscapeRight: self.landscapeRight
    }
  }

  /// All orientations.
  public static let all = Orientations(
    portrait: true, upsideDown: true, landscapeLeft: true, landscapeRight: true)
  /// Portrait only.
  public static let portrait = Orientations(portrait: true)
}
