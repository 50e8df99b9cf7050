import Foundation
import InteractionCore
import InteractionPresentation
import SwiftUIStandIns
import Testing
import UIKitStandIns

@testable import InteractionSwiftUI
@testable import InteractionUIKit

@MainActor
@Suite("A SwiftUI view and its session")
struct InteractionViewTests {
  private let window = HostedWindow()

  private func reported(to source: SceneSource) -> [Surface] {
    source.events.compactMap {
      guard case .surface(let surface) = $0 else { return nil }
      return surface
    }
  }

  @Test("the surface has the environment's values, and is reported when they change")
  func surface() throws {
    let source = SceneSource()
    self.window.controller.environment.locale = Locale(identifier: "de_AT@calendar=buddhist")
    self.window.show(source) { Text("home") }
    var expected = try #require(self.reported(to: source).last)
    #expect(expected.viewport == Size(width: 375, height: 812) && expected.locale == "de-AT")
    #expect(self.reported(to: source).count == 1)
    self.window.controller.update()
    #expect(self.reported(to: source).count == 1)
    self.window.controller.environment.layoutDirection = .rightToLeft
    self.window.controller.environment.dynamicTypeSize = .accessibility3
    self.window.controller.environment.colorScheme = .dark
    self.window.controller.update()
    expected.direction = .rightToLeft
    expected.textScale = 33.0 / 17
    expected.colorScheme = .dark
    #expect(self.reported(to: source).count == 2 && self.reported(to: source).last == expected)
  }

  @Test("the clock stops in the background, and runs again in the foreground")
  func background() {
    let source = SceneSource([.logo()])
    source.nextChange = .zero
    // The first phase is not known to be right.
    self.window.controller.environment.scenePhase = .background
    self.window.show(source) { Text("home") }
    #expect(self.window.clock.frame != nil)
    for (phase, runs) in [
      (ScenePhase.active, true), (.inactive, true), (.background, false), (.inactive, false),
      (.active, true),
    ] {
      self.window.controller.environment.scenePhase = phase
      self.window.controller.update()
      #expect((self.window.clock.frame != nil) == runs)
    }
  }

  @Test("a session is opened once, replaced by another, and closed with the view")
  func sessions() {
    let (first, second) = (SceneSource([.logo()]), SceneSource([.logo(opacity: 0.5)]))
    first.nextChange = .zero
    self.window.show(first) { Text("logo").interactionTarget(.toggle("logo")) }
    self.window.show(first) { Text("logo").interactionTarget(.toggle("logo")) }
    #expect(self.reported(to: first).count == 1)
    self.window.show(second) { Text("logo").interactionTarget(.toggle("logo")) }
    #expect(self.window.clock.frame == nil)
    #expect(self.window.screen?.views[.toggle("logo")]?.alpha == 0.5)
    self.window.screen?.send(.tapTab(index: 1))
    #expect(first.events.last != .tapTab(index: 1) && second.events.last == .tapTab(index: 1))
    let screen = self.window.screen
    self.window.clear()
    screen?.send(.tapTab(index: 0))
    #expect(second.events.last == .tapTab(index: 1))
  }

  @Test("effects go to the newest closure", .timeLimit(.minutes(1)))
  func effects() async {
    let source = SceneSource()
    self.window.show(source) { Text("home") }
    self.window.show(source) { Text("home") }
    source.yield(.haptic(.light))
    while self.window.effects.isEmpty { await Task.yield() }
    #expect(self.window.effects == [.haptic(.light)])
  }
}
