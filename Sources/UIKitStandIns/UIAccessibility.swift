public import Foundation

/// A stand-in for UIKit's type.
@MainActor
public enum UIAccessibility {
  /// A stand-in for UIKit's type.
  public struct Notification: Hashable, Sendable {
    private let name: String

    public static let announcement = Notification(name: "announcement")
    public static let screenChanged = Notification(name: "screenChanged")
  }

  /// The user's setting; set by tests.
  public static var isReduceMotionEnabled = false
  /// Handles each notification; set by tests.
  public static var onPost: (Notification, Any?) -> Void = { _, _ in }

  public static func post(notification: Notification, argument: Any?) {
    self.onPost(notification, argument)
  }
}

/// A stand-in for UIKit's type.
public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let button = UIAccessibilityTraits(rawValue: 1 << 0)
  public static let link = UIAccessibilityTraits(rawValue: 1 << 1)
  public static let image = UIAccessibilityTraits(rawValue: 1 << 2)
  public static let selected = UIAccessibilityTraits(rawValue: 1 << 3)
  public static let notEnabled = UIAccessibilityTraits(rawValue: 1 << 4)
  public static let tabBar = UIAccessibilityTraits(rawValue: 1 << 5)
}

/// A stand-in for UIKit's type.
public enum UIAccessibilityContainerType: Int, Sendable {
  case none
  case dataTable
  case list
  case landmark
  case semanticGroup
}

/// A stand-in for UIKit's type.
@MainActor
open class UIAccessibilityCustomAction {
  public typealias ActionHandler = (UIAccessibilityCustomAction) -> Bool

  public let name: String
  public let actionHandler: ActionHandler?

  public init(name: String, actionHandler: ActionHandler?) {
    self.name = name
    self.actionHandler = actionHandler
  }
}

extension NSAttributedString.Key {
  /// A stand-in for UIKit's key.
  public static let accessibilitySpeechQueueAnnouncement = NSAttributedString.Key(
    rawValue: "accessibilitySpeechQueueAnnouncement")
}
