import InteractionUIKit

#if canImport(UIKit)
  import SwiftUI
  import UIKit
#else
  import Foundation
  import SwiftUIStandIns
  import UIKitStandIns
#endif

/// A view without content that finds the scroll view in front of it, or around it.
struct ScrollViewFinder: UIViewRepresentable {
  let observation: ListObservation
  @Environment(\.interactionScreen) private var screen

  func makeUIView(context: Context) -> ScrollViewFinderView { ScrollViewFinderView(frame: .zero) }

  func updateUIView(_ view: ScrollViewFinderView, context: Context) {
    view.observe(self.observation, on: self.screen)
  }

  static func dismantleUIView(_ view: ScrollViewFinderView, coordinator: Void) {
    view.observe(nil, on: nil)
  }
}
