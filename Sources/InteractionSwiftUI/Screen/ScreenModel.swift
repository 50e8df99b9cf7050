import InteractionCore
import InteractionPresentation
import InteractionUIKit

#if canImport(UIKit)
  import SwiftUI
  import UIKit
#else
  import Foundation
  import SwiftUIStandIns
  import UIKitStandIns
#endif

/// The screen of an ``InteractionView``, and the view that covers it.
///
/// The screen is made when it is first used: SwiftUI creates a state's initial value again with
/// each update, and drops it.
@MainActor
final class ScreenModel {
  /// The view that covers the screen: the origin of positions, and the superview of snapshots.
  private(set) lazy var canvas = UIView(frame: .zero)
  private(set) lazy var screen = self.makeScreen()
  private let makeScreenOn: (UIView) -> InteractionScreen
  private weak var source: (any InteractionSource & AnyObject)?
  private var settings: SurfaceSettings?
  private var phase: ScenePhase?

  init(_ makeScreenOn: @escaping (UIView) -> InteractionScreen) {
    self.makeScreenOn = makeScreenOn
  }

  private func makeScreen() -> InteractionScreen {
    let screen = self.makeScreenOn(self.canvas)
    screen.renderer.drawContent = { view, element in
      (view as? TargetContentView)?.draw(element)
    }
    screen.adjustSurface = { [weak self] in self?.settings?.apply(to: &$0) }
    return screen
  }

  /// Presents a session, unless it is presented already.
  func open(_ source: any InteractionSource & AnyObject, onEffect: @escaping (Effect) -> Void) {
    self.screen.onEffect = onEffect
    guard self.source !== source else { return }
    self.source = source
    self.screen.open(source)
  }

  func close() {
    self.source = nil
    self.screen.close()
  }

  /// Reports the settings that differ from the last ones.
  func apply(_ settings: SurfaceSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    self.screen.updateSurface()
  }

  /// Pauses in the background. The first phase is no change: hosting controllers in an app without
  /// SwiftUI scenes always have the background's.
  func apply(_ phase: ScenePhase) {
    let old = self.phase
    self.phase = phase
    guard let old, old != phase else { return }
    switch phase {
    case .background: self.screen.pause()
    case .active: self.screen.resume()
    default: break
    }
  }
}
