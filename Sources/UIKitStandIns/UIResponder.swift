/// A stand-in for UIKit's type, with the properties for accessibility.
@MainActor
open class UIResponder {
  public var isAccessibilityElement = false
  public var accessibilityLabel: String?
  public var accessibilityValue: String?
  public var accessibilityTraits: UIAccessibilityTraits = []
  public var accessibilityElementsHidden = false
  public var accessibilityViewIsModal = false
  public var accessibilityContainerType = UIAccessibilityContainerType.none
  public var accessibilityCustomActions: [UIAccessibilityCustomAction]?
  public var accessibilityElements: [Any]?

  /// The next object that handles events.
  open var next: UIResponder? { nil }

  public init() {}
}
