import Foundation
import InteractionCore
import InteractionPresentation
import Testing
import UIKitStandIns

@testable import InteractionUIKit

/// A display with 60 frames a second of a session's simulated time, which counts its work.
@MainActor
final class CountingDisplay: FrameSource {
  private(set) var frames = 0
  private(set) var wakeUps = 0
  private var frame: (() -> Void)?

  func start(_ frame: @escaping @MainActor () -> Void) {
    self.frame = frame
    self.wakeUps += 1
  }

  func stop() { self.frame = nil }

  /// Lets time pass; a display that is stopped does nothing for the rest of it.
  func pass(_ seconds: Int, in source: LocalSource) {
    for _ in 0 ..< seconds * 60 {
      guard let frame = self.frame else { return source.pass(Int64(seconds) * 1_000) }
      source.pass(1_000 / 60)
      self.frames += 1
      frame()
    }
  }
}

/// The counts on the page *Apps with UIKit*.
@MainActor
@Suite("The frames that a screen draws")
struct FrameCountTests {
  private let canvas = UIView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  private let display = CountingDisplay()

  private func open(_ source: LocalSource) -> InteractionScreen {
    let screen = InteractionScreen(on: self.canvas, clock: self.display)
    screen.open(source)
    return screen
  }

  @Test("at rest there is no frame and no wake-up in an hour")
  func rest() {
    let source = LocalSource()
    let screen = self.open(source)
    self.display.pass(3_600, in: source)
    #expect(self.display.frames == 0 && self.display.wakeUps == 0)
    // A tap runs the display for the length of its animation, once.
    screen.send(.tapTab(index: 1))
    self.display.pass(3_600, in: source)
    #expect(self.display.frames == 16 && self.display.wakeUps == 1)
  }

  @Test("an endless animation draws each frame, with one wake-up, until it ends")
  func loop() {
    let items = [
      TabItem(title: LocalizedText(fallback: "tab")),
      TabItem(
        title: LocalizedText(fallback: "tab"), badge: BadgeDefinition(animation: .breatheLoop)),
    ]
    let source = LocalSource(
      Experience(
        name: "loop", preset: .refined, sources: [], tabBar: TabBarDefinition(items: items),
        toggles: [], floor: nil))
    let screen = self.open(source)
    screen.send(.badge(tab: 1, operation: .set(.number(count: 3, max: 99))))
    self.display.pass(10, in: source)
    #expect(self.display.frames == 600 && self.display.wakeUps == 1)
    screen.pause()
    self.display.pass(3_600, in: source)
    #expect(self.display.frames == 600 && self.display.wakeUps == 1)
    screen.resume()
    screen.send(.badge(tab: 1, operation: .animate(.none)))
    let frames = self.display.frames
    self.display.pass(3_600, in: source)
    #expect(self.display.frames - frames < 60 && self.display.wakeUps == 2)
  }

  @Test(
    "a display is asked for its own rate, or for 80 to 120 frames a second",
    arguments: [(60, 60, 60), (80, 80, 80), (90, 80, 90), (120, 80, 120), (240, 80, 120)])
  func rates(limit: Int, minimum: Float, maximum: Float) {
    let rates = FrameRates(upTo: limit)
    #expect(rates.minimum == minimum && rates.maximum == maximum)
  }
}
