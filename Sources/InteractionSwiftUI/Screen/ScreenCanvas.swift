import InteractionCore
import InteractionPresentation

#if canImport(UIKit)
  import SwiftUI
  import UIKit
#else
  import SwiftUIStandIns
  import UIKitStandIns
#endif

/// The view that covers the screen, which brings the session and the environment to the screen.
struct ScreenCanvas: UIViewRepresentable {
  let model: ScreenModel
  let source: any InteractionSource & AnyObject
  let onEffect: @MainActor (Effect) -> Void
  @Environment(\.scenePhase) private var phase
  @Environment(\.layoutDirection) private var direction
  @Environment(\.colorScheme) private var colorScheme
  @Environment(\.dynamicTypeSize) private var typeSize
  @Environment(\.locale) private var locale

  func makeCoordinator() -> ScreenModel { self.model }

  func makeUIView(context: Context) -> UIView { self.model.canvas }

  func updateUIView(_ canvas: UIView, context: Context) {
    self.model.apply(
      SurfaceSettings(
        direction: self.direction, colorScheme: self.colorScheme, typeSize: self.typeSize,
        locale: self.locale))
    self.model.open(self.source, onEffect: self.onEffect)
    self.model.apply(self.phase)
  }

  static func dismantleUIView(_ canvas: UIView, coordinator: ScreenModel) { coordinator.close() }
}
