public import InteractionUIKit

#if canImport(UIKit)
  public import SwiftUI
#else
  public import SwiftUIStandIns
#endif

private struct ScreenKey: EnvironmentKey {
  static let defaultValue: InteractionScreen? = nil
}

extension EnvironmentValues {
  /// The screen of the enclosing ``InteractionView``; nil outside of one. Use it to send events.
  public internal(set) var interactionScreen: InteractionScreen? {
    get { self[ScreenKey.self] }
    set { self[ScreenKey.self] = newValue }
  }
}
