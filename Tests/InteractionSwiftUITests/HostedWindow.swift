import Foundation
import InteractionCore
import InteractionPresentation
import SwiftUIStandIns
import UIKitStandIns

@testable import InteractionSwiftUI
@testable import InteractionUIKit

/// A frame clock that tests trigger.
@MainActor
final class ManualClock: FrameSource {
  private(set) var frame: (() -> Void)?

  func start(_ frame: @escaping @MainActor () -> Void) { self.frame = frame }

  func stop() { self.frame = nil }
}

/// A window that shows the views of a test in a session.
@MainActor
final class HostedWindow {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  let controller: UIHostingController<AnyView>
  let clock = ManualClock()
  private(set) var effects: [Effect] = []
  private let probe = ScreenProbe()

  init() {
    self.controller = UIHostingController(rootView: AnyView(EmptyView()))
    self.window.addSubview(self.controller.view)
  }

  /// The screen of the newest view.
  var screen: InteractionScreen? { self.probe.screen }

  /// Shows views in a session; a view of the same type is updated.
  func show(_ source: SceneSource, @ViewBuilder _ content: () -> some View) {
    let view = InteractionView(source, clock: { [clock] in clock }) { [weak self] in
      self?.effects.append($0)
    } content: {
      ProbeView(probe: self.probe)
      content()
    }
    self.controller.rootView = AnyView(view)
  }

  /// Removes the session's views.
  func clear() { self.controller.rootView = AnyView(EmptyView()) }

  /// Returns the views of a type, in drawing order.
  func views<Found: UIView>(_ type: Found.Type) -> [Found] {
    func search(_ view: UIView) -> [Found] {
      (view as? Found).map { [$0] } ?? [] + view.subviews.flatMap(search)
    }
    return search(self.window)
  }
}

@MainActor
private final class ScreenProbe {
  weak var screen: InteractionScreen?
}

/// A view that notes the screen in its environment.
private struct ProbeView: View {
  @Environment(\.interactionScreen) private var screen
  let probe: ScreenProbe

  init(probe: ScreenProbe) { self.probe = probe }

  var body: some View {
    self.probe.screen = self.screen
    return EmptyView()
  }
}

extension PresentedScene.Element {
  static func logo(opacity: Double = 1) -> PresentedScene.Element {
    var element = PresentedScene.Element(.toggle("logo"))
    element.values.opacity = opacity
    return element
  }
}
