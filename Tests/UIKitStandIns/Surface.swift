public import Foundation

/// Stands in for UIKit's type.
public struct UITraitCollection: Hashable, Sendable {
  public var displayScale: CGFloat

  public init(displayScale: CGFloat) { self.displayScale = displayScale }
}

/// Stands in for UIKit's type.
public enum UIUserInterfaceLayoutDirection: Hashable, Sendable {
  case leftToRight
  case rightToLeft
}

/// Stands in for UIKit's type.
@MainActor
public enum UIAccessibility {
  /// The user's setting; set by tests.
  public static var isReduceMotionEnabled = false
}

extension UIView {
  /// Stands in for UIKit's type.
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  }
}
