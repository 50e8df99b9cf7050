/// Which ways a page may be held (rule T13).
public struct Orientations: Hashable, Sendable {
  /// Upright.
  public var portrait: Bool
  /// Upside down.
  public var upsideDown: Bool
  /// With the device's top to the left.
  public var landscapeLeft: Bool
  /// With the device's top to the right.
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

  /// Whether one of the ways is `orientation`.
  public func contains(_ orientation: Orientation) -> Bool {
    switch orientation {
    case .portrait: self.portrait
    case .upsideDown: self.upsideDown
    case .landscapeLeft: self.landscapeLeft
    case .landscapeRight: self.landscapeRight
    }
  }

  /// Every way.
  public static let all = Orientations(
    portrait: true, upsideDown: true, landscapeLeft: true, landscapeRight: true)
  /// Upright alone.
  public static let portrait = Orientations(portrait: true)
}
