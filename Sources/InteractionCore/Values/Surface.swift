/// The client's surface: size, insets, scale, direction, locale and the accessibility settings that
/// decisions and layouts depend on.
public struct Surface: Hashable, Sendable {
  /// The surface's size, pt.
  public var viewport: Size
  /// Safe-area insets, pt.
  public var insets: Insets
  /// Pixels per point.
  public var scale: Double
  /// Layout direction.
  public var direction: Direction
  /// A Boolean value that indicates whether the user asked for reduced motion; every duration is
  /// then 0 (rule D4).
  public var reducedMotion: Bool
  /// The BCP 47 tag that selects texts; empty for the experience's default.
  public var locale: String
  /// The user's text size as a multiple of the platform's default.
  public var textScale: Double
  /// The colour scheme (rule U5).
  public var colorScheme: ColorScheme
  /// A Boolean value that indicates whether the user asked for increased contrast (rule U5).
  public var increasedContrast: Bool

  public init(
    viewport: Size,
    insets: Insets = .zero,
    scale: Double = 1,
    direction: Direction = .leftToRight,
    reducedMotion: Bool = false,
    locale: String = "",
    textScale: Double = 1,
    colorScheme: ColorScheme = .light,
    increasedContrast: Bool = false
  ) {
    self.viewport = viewport
    self.insets = insets
    self.scale = scale
    self.direction = direction
    self.reducedMotion = reducedMotion
    self.locale = locale
    self.textScale = textScale
    self.colorScheme = colorScheme
    self.increasedContrast = increasedContrast
  }

  /// A Boolean value that indicates whether the surface is wider than it is high.
  public var isLandscape: Bool {
    self.viewport.width > self.viewport.height
  }

  /// A 375 × 812 pt phone at 3×, the default where no surface is known.
  public static let phone = Surface(
    viewport: Size(width: 375, height: 812),
    insets: Insets(top: 44, bottom: 34),
    scale: 3
  )
}

extension Surface {
  /// Returns the maximum offset at rest of a list, pt (rule S4).
  ///
  /// - Parameter contentHeight: The content's height, pt.
  public func largestOffset(_ contentHeight: Double) -> Double {
    max(contentHeight + self.insets.bottom - self.viewport.height, 0)
  }
}
