public import Foundation

/// A stand-in for UIKit's type.
public struct UITraitCollection: Hashable, Sendable {
  public var displayScale: CGFloat
  public var userInterfaceStyle: UIUserInterfaceStyle
  public var accessibilityContrast: UIAccessibilityContrast

  public init(
    displayScale: CGFloat, userInterfaceStyle: UIUserInterfaceStyle = .light,
    accessibilityContrast: UIAccessibilityContrast = .normal
  ) {
    self.displayScale = displayScale
    self.userInterfaceStyle = userInterfaceStyle
    self.accessibilityContrast = accessibilityContrast
  }
}

/// A stand-in for UIKit's type.
public enum UIUserInterfaceStyle: Hashable, Sendable {
  case unspecified
  case light
  case dark
}

/// A stand-in for UIKit's type.
public enum UIAccessibilityContrast: Hashable, Sendable {
  case unspecified
  case normal
  case high
}

/// A stand-in for UIKit's type.
public enum UIUserInterfaceLayoutDirection: Hashable, Sendable {
  case leftToRight
  case rightToLeft
}

/// A stand-in for UIKit's type.
public struct UIFontMetrics: Sendable {
  /// The user's setting; set by tests.
  @MainActor public static var textScale: CGFloat = 1
  public static let `default` = UIFontMetrics()

  @MainActor
  public func scaledValue(for value: CGFloat, compatibleWith _: UITraitCollection?) -> CGFloat {
    value * Self.textScale
  }
}

extension UIView {
  /// A stand-in for UIKit's type.
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  }
}
