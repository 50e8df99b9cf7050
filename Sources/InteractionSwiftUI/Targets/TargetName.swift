import InteractionCore
import InteractionUIKit

#if canImport(UIKit)
  import UIKit
#else
  import UIKitStandIns
#endif

/// The name of a view in scenes.
enum TargetName: Hashable {
  case target(ViewPath, InteractionTouches)
  case page(route: String)
  case root

  /// Registers a view under the name, and shows the scene in it.
  @MainActor
  func register(_ view: UIView, on screen: InteractionScreen) {
    switch self {
    case .target(let target, let touches):
      screen.views.register(view, as: target, placed: .byApp)
      if touches != .ignored {
        screen.observeTouches(
          on: view, as: target, hasLongPress: touches == .reportedWithLongPress)
      }
    case .page(let route): screen.views.register(view, forRoute: route)
    case .root: screen.views.registerRoot(view)
    }
    screen.resume()
  }

  /// Removes the registration of a view, unless another view has taken its name. Pages and the root
  /// leave the registry with their view.
  @MainActor
  func unregister(_ view: UIView, on screen: InteractionScreen) {
    guard case .target(let target, let touches) = self, screen.views[target] === view else {
      return
    }
    screen.views.unregister(target)
    if touches != .ignored { screen.stopObservingTouches(as: target) }
  }
}

/// The reports of touches on a target.
public enum InteractionTouches: Hashable, Sendable {
  /// No touch is reported: the target takes none, or the app sends events itself.
  case ignored
  /// Taps on an item, or drags, are reported.
  case reported
  /// Each touch on an item is reported, for its long press or its menu.
  case reportedWithLongPress
}
