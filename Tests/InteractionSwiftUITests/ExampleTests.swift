import InteractionCore
import InteractionPresentation
import SwiftUIStandIns
import Testing
import UIKitStandIns

@testable import InteractionSwiftUI
@testable import InteractionUIKit

extension InteractionView {
  /// Replaces the display's clock in the example.
  fileprivate init(
    _ source: SceneSource, onEffect: @escaping @MainActor (Effect) -> Void,
    @ViewBuilder content: () -> Content
  ) {
    self.init(source, clock: { ManualClock() }, onEffect: onEffect, content: content)
  }
}

/// The example of the page *Apps with SwiftUI*, with the parts that it leaves to the app.
private struct HomeScreen: View {
  let source: SceneSource
  let carryOut: @MainActor (Effect) -> Void

  var body: some View {
    InteractionView(self.source, onEffect: self.carryOut) {
      ScrollView { Rows() }
        .interactionList(SourceID("home"))
        .interactionBack()
      Rocket()
        .interactionTarget(.toggle("rocket"))
      InteractionTarget(.tab(0), touches: .reported) { element in
        HomeItem(content: element?.content)
      }
    }
  }
}

private struct Rows: View {
  var body: some View { Text("rows") }
}

private struct Rocket: View {
  var body: some View { Text("rocket") }
}

private struct HomeItem: View {
  let content: ElementContent?

  var body: some View { Text("home") }
}

@MainActor
@Suite("The example of the SwiftUI page")
struct ExampleTests {
  @Test("shows what the session has, and tells it what happens")
  func runs() throws {
    let home = SourceID("home")
    let source = SceneSource([
      PresentedScene.Element(.list(home)), PresentedScene.Element(.toggle("rocket")),
      PresentedScene.Element(.tab(0)),
    ])
    let window = HostedWindow()
    let navigation = UINavigationController()
    window.controller.navigationController = navigation
    window.controller.rootView = AnyView(HomeScreen(source: source, carryOut: { _ in }))
    let targets = window.views(TargetContentView.self)
    #expect(targets.count == 2 && targets.last?.gestureRecognizers?.count == 1)
    let list = try #require(window.views(HostedScrollView.self).first)
    list.change(to: .interacting)
    #expect(source.scrolls == ["began 0.0"])
    let pop = try #require(navigation.interactivePopGestureRecognizer)
    let screen = try #require(window.views(BackFinderView.self).first?.screen)
    #expect(screen.touches.backReporters.map { $0.recognizer === pop } == [true])
  }
}
