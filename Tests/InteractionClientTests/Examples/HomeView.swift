import InteractionCore
import InteractionPresentation

/// A stand-in for the app's screen. Its user taps the third tab once the bar is shown, and leaves
/// when that tab's page is shown.
@MainActor
final class HomeView {
  var onScroll: (Scroll) -> Void = { _ in }
  var onTap: (Int) -> Void = { _ in }
  var onLeave: () -> Void = {}
  private(set) var frames = 0
  private(set) var effects: [Effect] = []
  private var hasTapped = false
  private var hasLeft = false

  func draw(_ scene: PresentedScene) {
    self.frames += 1
    if !self.hasTapped, scene[.tabBar] != nil {
      self.hasTapped = true
      self.onTap(2)
    }
    if !self.hasLeft, scene[.page(2)]?.isHidden == false {
      self.hasLeft = true
      self.onLeave()
    }
  }

  func carryOut(_ effect: Effect) { self.effects.append(effect) }

  /// Waits for the next display frame, if an animation is running.
  func isNextFrame(until change: Instant?) async -> Bool {
    guard change != nil, !self.hasLeft else { return false }
    await Task.yield()
    return true
  }
}
