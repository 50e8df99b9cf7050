public import Foundation

/// A stand-in for UIKit's type.
public struct UITraitCollection: Hashable, Sendable {
  public var displayScale: CGFloat
  public var userInterfaceStyle: UIUserInterfaceStyle
  public var accessibilityContrast: UIAccessibilityContrast
  public private(set) var preferredContentSizeCategory = UIContentSizeCategory.large

  public init(
    displayScale: CGFloat, userInterfaceStyle: UIUserInterfaceStyle = .light,
    accessibilityContrast: UIAccessibilityContrast = .normal
  ) {
    self.displayScale = displayScale
    self.userInterfaceStyle = userInterfaceStyle
    self.accessibilityContrast = accessibilityContrast
  }

  public init(preferredContentSizeCategory: UIContentSizeCategory) {
    self.init(displayScale: 1)
    self.preferredContentSizeCategory = preferredContentSizeCategory
  }
}

/// A stand-in for UIKit's type, with three of its categories.
public struct UIContentSizeCategory: Hashable, Sendable {
  /// The text's size as a multiple of the default; as Apple's table for body text has it.
  let scale: CGFloat

  public static let large = UIContentSizeCategory(scale: 1)
  public static let extraLarge = UIContentSizeCategory(scale: 19.0 / 17)
  public static let accessibilityLarge = UIContentSizeCategory(scale: 33.0 / 17)
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
  public func scaledValue(for value: CGFloat, compatibleWith traits: UITraitCollection?) -> CGFloat
  {
    value * Self.textScale * (traits?.preferredContentSizeCategory.scale ?? 1)
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
