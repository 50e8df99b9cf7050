import InteractionUIKit

#if canImport(UIKit)
  public import SwiftUI
  import UIKit
#else
  import Foundation
  public import SwiftUIStandIns
  import UIKitStandIns
#endif

extension View {
  /// Reports the pulls that take the page away from the enclosing navigation stack (rule N5). Apply
  /// it inside an ``InteractionView``.
  public func interactionBack() -> some View { self.background { BackFinder() } }
}

/// A view without content that finds the recognizers of the navigation controller around it.
struct BackFinder: UIViewRepresentable {
  @Environment(\.interactionScreen) private var screen

  func makeUIView(context: Context) -> BackFinderView { BackFinderView(frame: .zero) }

  func updateUIView(_ view: BackFinderView, context: Context) { view.observe(on: self.screen) }

  static func dismantleUIView(_ view: BackFinderView, coordinator: Void) { view.observe(on: nil) }
}

@MainActor
final class BackFinderView: UIView {
  private(set) weak var screen: InteractionScreen?
  private var recognizers: [UIGestureRecognizer] = []

  /// Reports the recognizers to a screen; nil for none.
  func observe(on screen: InteractionScreen?) {
    if screen !== self.screen { self.stop() }
    self.screen = screen
    self.search()
  }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    if self.window == nil { self.stop() } else { self.search() }
  }

  private func search() {
    guard self.recognizers.isEmpty, self.window != nil, let screen = self.screen,
      let navigation = self.controllerAbove?.navigationController
    else { return }
    self.recognizers = navigation.backRecognizers
    for recognizer in self.recognizers { screen.observeBack(recognizer) }
  }

  private func stop() {
    for recognizer in self.recognizers { self.screen?.stopObservingBack(recognizer) }
    self.recognizers = []
  }
}

extension UINavigationController {
  /// The recognizers that pull the top page away.
  fileprivate var backRecognizers: [UIGestureRecognizer] {
    var recognizers = [self.interactivePopGestureRecognizer]
    #if canImport(UIKit)
      if #available(iOS 26, *) { recognizers.append(self.interactiveContentPopGestureRecognizer) }
    #endif
    return recognizers.compactMap { $0 }
  }
}
