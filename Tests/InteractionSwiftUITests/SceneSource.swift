import InteractionCore
import InteractionPresentation
import Synchronization

/// A session whose scene the test sets.
final class SceneSource: InteractionSource {
  private struct State {
    var scene: PresentedScene
    var surface = Surface.phone
    var nextChange: Instant?
    var events: [InteractionEvent.Kind] = []
  }

  let changes: AsyncStream<Void>
  let effects: AsyncStream<Effect>
  private let effect: AsyncStream<Effect>.Continuation
  private let state: Mutex<State>

  init(_ elements: [PresentedScene.Element] = []) {
    self.state = Mutex(State(scene: PresentedScene(elements: elements)))
    self.changes = AsyncStream { _ in }
    (self.effects, self.effect) = AsyncStream.makeStream()
  }

  let snapshot = Snapshot(settings: [])
  var surface: Surface { self.state.withLock { $0.surface } }
  var events: [InteractionEvent.Kind] { self.state.withLock { $0.events } }

  /// The scrolls that were reported, without the surface and the content size.
  var scrolls: [String] {
    self.events.compactMap { event in
      guard case .scroll(let scroll) = event else { return nil }
      return "\(scroll.phase) \(scroll.y)"
    }
  }

  /// The time of the next change; a screen that has one runs its clock.
  var nextChange: Instant? {
    get { self.state.withLock { $0.nextChange } }
    set { self.state.withLock { $0.nextChange = newValue } }
  }

  func scene() -> PresentedScene { self.state.withLock { $0.scene } }

  func send(_ event: InteractionEvent.Kind) {
    self.state.withLock { state in
      state.events.append(event)
      switch event {
      case .surface(let surface): state.surface = surface
      case .scroll(let scroll):
        state.scene.change(.list(scroll.source)) {
          $0.values.contentOffset = Point(x: scroll.x, y: scroll.y)
        }
      default: break
      }
    }
  }

  func yield(_ effect: Effect) { self.effect.yield(effect) }

  func change(_ target: ViewPath, _ change: (inout PresentedScene.Element) -> Void) {
    self.state.withLock { $0.scene.change(target, change) }
  }
}

extension PresentedScene {
  fileprivate mutating func change(
    _ target: ViewPath, _ change: (inout PresentedScene.Element) -> Void
  ) {
    for index in self.elements.indices where self.elements[index].target == target {
      change(&self.elements[index])
    }
  }
}
