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

/// SwiftUI views in a view of their own, which is registered while they are shown.
struct TargetHost<Content: View>: UIViewRepresentable {
  /// The registration of a view.
  @MainActor
  final class Coordinator {
    private weak var screen: InteractionScreen?
    private var name: TargetName?

    func register(_ view: UIView, as name: TargetName, on screen: InteractionScreen?) {
      guard name != self.name || screen !== self.screen else { return }
      self.unregister(view)
      (self.name, self.screen) = (name, screen)
      if let screen { name.register(view, on: screen) }
    }

    func unregister(_ view: UIView) {
      if let screen = self.screen { self.name?.unregister(view, on: screen) }
      (self.name, self.screen) = (nil, nil)
    }
  }

  let name: TargetName
  let content: (PresentedScene.Element?) -> Content
  @Environment(\.interactionScreen) private var screen

  init(_ name: TargetName, content: @escaping (PresentedScene.Element?) -> Content) {
    (self.name, self.content) = (name, content)
  }

  func makeCoordinator() -> Coordinator { Coordinator() }

  func makeUIView(context: Context) -> TargetView<Content> {
    TargetView(TargetContent(environment: context.environment, content: self.content))
  }

  func updateUIView(_ view: TargetView<Content>, context: Context) {
    view.update(TargetContent(environment: context.environment, content: self.content))
    context.coordinator.register(view.contentView, as: self.name, on: self.screen)
  }

  @available(iOS 16, *)
  func sizeThatFits(
    _ proposal: ProposedViewSize, uiView view: TargetView<Content>, context: Context
  ) -> CGSize? { view.size(width: proposal.width, height: proposal.height) }

  static func dismantleUIView(_ view: TargetView<Content>, coordinator: Coordinator) {
    coordinator.unregister(view.contentView)
  }
}
