/// A stand-in for UIKit's type.
@MainActor
open class UIResponder {
  /// The next object that handles events.
  open var next: UIResponder? { nil }

  public init() {}
}
