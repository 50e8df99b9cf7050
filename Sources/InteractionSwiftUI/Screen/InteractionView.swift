public import InteractionCore
public import InteractionPresentation
public import InteractionUIKit

#if canImport(UIKit)
  public import SwiftUI
#else
  import Foundation
  public import SwiftUIStandIns
#endif

/// A screen that presents a session with SwiftUI views.
///
/// Name the views that scenes move with `interactionTarget(_:touches:)`, and the lists with
/// `interactionList(_:)`. Frames are applied to the layers of these views; nothing is stored in a
/// state, so SwiftUI updates no view for them.
public struct InteractionView<Content: View>: View {
  @State private var model: ScreenModel
  private let source: any InteractionSource & AnyObject
  private let onEffect: @MainActor (Effect) -> Void
  private let content: Content

  /// - Parameters:
  ///   - source: The session. Another one replaces it.
  ///   - clock: Returns the source of frames; called once.
  ///   - onEffect: Performs one-time effects. Lists have already scrolled.
  ///   - content: The views.
  public init(
    _ source: any InteractionSource & AnyObject,
    clock: @escaping @MainActor () -> any FrameSource,
    onEffect: @escaping @MainActor (Effect) -> Void = { _ in }, @ViewBuilder content: () -> Content
  ) {
    self._model = State(
      initialValue: ScreenModel { InteractionScreen(on: $0, clock: clock()) })
    (self.source, self.onEffect, self.content) = (source, onEffect, content())
  }

  #if canImport(UIKit)
    /// Creates a view with the display's clock.
    public init(
      _ source: any InteractionSource & AnyObject,
      onEffect: @escaping @MainActor (Effect) -> Void = { _ in },
      @ViewBuilder content: () -> Content
    ) {
      self._model = State(initialValue: ScreenModel { InteractionScreen(on: $0) })
      (self.source, self.onEffect, self.content) = (source, onEffect, content())
    }
  #endif

  public var body: some View {
    let model = self.model
    self.content
      .environment(\.interactionScreen, model.screen)
      .frame(maxWidth: .infinity, maxHeight: .infinity)
      .overlay {
        ScreenCanvas(model: model, source: self.source, onEffect: self.onEffect)
          .ignoresSafeArea()
          .allowsHitTesting(false)
      }
      .onAppear { model.screen.resume() }
      .onDisappear { model.screen.pause() }
  }
}
