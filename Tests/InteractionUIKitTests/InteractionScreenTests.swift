import Foundation
import InteractionCore
import InteractionPresentation
import Synchronization
import Testing
import UIKitStandIns

@testable import InteractionUIKit

/// A session with a core and a presenter in this process, in simulated time.
final class LocalSource: InteractionSource {
  private struct State {
    var now = Instant.zero
    var session: Session
    var presenter: Presenter
    var events: [InteractionEvent.Kind] = []
  }

  let changes: AsyncStream<Void>
  let effects: AsyncStream<Effect>
  private let change: AsyncStream<Void>.Continuation
  private let effect: AsyncStream<Effect>.Continuation
  private let state: Mutex<State>

  convenience init() {
    let source = SourceID("home")
    let items = (0 ..< 3).map { _ in TabItem(title: LocalizedText(fallback: "tab")) }
    self.init(
      Experience(
        name: "screen", preset: .refined, sources: [ScrollSource(id: source, tab: 0)],
        tabBar: TabBarDefinition(items: items),
        toggles: [ToggleDefinition(id: "rocket", source: source)], floor: nil))
  }

  init(_ experience: Experience) {
    var session = Session(experience: experience, surface: .phone)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    let presenter = Presenter(opened: session.snapshot, in: .phone, at: .zero)
    self.state = Mutex(State(session: session, presenter: presenter))
    (self.changes, self.change) = AsyncStream.makeStream()
    (self.effects, self.effect) = AsyncStream.makeStream()
  }

  var events: [InteractionEvent.Kind] { self.state.withLock { $0.events } }

  func scene() -> PresentedScene {
    self.state.withLock { state in
      for report in state.presenter.reports(until: state.now) { self.handle(report, in: &state) }
      return state.presenter.scene(at: state.now)
    }
  }

  var snapshot: Snapshot { self.state.withLock { $0.presenter.snapshot } }

  var surface: Surface { self.state.withLock { $0.presenter.surface } }

  var nextChange: Instant? { self.state.withLock { $0.presenter.nextChange } }

  func send(_ event: InteractionEvent.Kind) {
    self.state.withLock { state in
      state.events.append(event)
      state.presenter.handle(event, at: state.now)
      self.handle(event, in: &state)
    }
  }

  /// Lets the engine handle an event, and the presenter its decisions.
  private func handle(_ event: InteractionEvent.Kind, in state: inout State) {
    for directive in state.session.handle(InteractionEvent(time: state.now, kind: event)) {
      for effect in state.presenter.receive(directive, at: state.now) { self.yield(effect) }
      self.change.yield()
    }
  }

  /// Sends an effect of the engine or a backend.
  func yield(_ effect: Effect) { self.effect.yield(effect) }

  func pass(_ milliseconds: Int64) {
    self.state.withLock { $0.now = $0.now + .milliseconds(milliseconds) }
  }
}

extension LocalSource {
  /// The numbers of the drags that have begun.
  var drags: [UInt32] {
    self.events.compactMap { event in
      guard case .scroll(let scroll) = event, scroll.phase == .began else { return nil }
      return scroll.drag
    }
  }
}

/// A frame clock that tests trigger.
@MainActor
final class ManualClock: FrameSource {
  private(set) var frame: (() -> Void)?
  private(set) var starts = 0

  func start(_ frame: @escaping @MainActor () -> Void) {
    self.frame = frame
    self.starts += 1
  }

  func stop() { self.frame = nil }
}

@MainActor
@Suite("A screen and its session")
struct InteractionScreenTests {
  private let canvas = UIView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  private let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  private let clock = ManualClock()
  private let source = LocalSource()
  private let screen: InteractionScreen

  init() {
    self.screen = InteractionScreen(on: self.canvas, clock: self.clock)
    self.screen.wallClock = { 0 }
    self.list.adjustedContentInset.top = 91
    self.list.contentOffset.y = -91
    self.screen.observe(self.list, as: SourceID("home"))
  }

  /// Drags slowly past the rocket's threshold.
  private func drag() {
    self.list.delegate?.scrollViewWillBeginDragging(self.list)
    for y in [100.0, 300, 450, 470] {
      self.source.pass(16)
      self.list.contentOffset.y = y - 91
    }
  }

  @Test("R7: the clock runs while the rocket comes, and stops when it is there")
  func clockRuns() {
    let rocket = UIView(frame: .zero)
    self.canvas.addSubview(rocket)
    self.screen.views.register(rocket, as: .toggle("rocket"), placed: .byApp)
    self.screen.open(self.source)
    #expect(self.clock.frame == nil)
    self.drag()
    #expect(self.clock.starts == 1)
    var offsets: [Double] = []
    while let frame = self.clock.frame, offsets.count < 100 {
      frame()
      offsets.append(Double(rocket.bounds.origin.y))
      self.source.pass(16)
    }
    #expect(offsets.count > 10 && offsets.count < 30)
    #expect(offsets.contains { $0 > 5 && $0 < 37 })
    #expect(self.clock.starts == 1)
    let changes = rocket.changes
    self.list.delegate?.scrollViewDidEndDragging(self.list, willDecelerate: false)
    #expect(rocket.changes == changes && self.clock.frame == nil)
  }

  @Test("a list that is observed in place of another is shown in place of it, too")
  func observedAnew() {
    let home = SourceID("home")
    #expect(self.screen.views[.list(home)] === self.list)
    let rebuilt = UIScrollView(frame: self.list.frame)
    self.screen.observe(rebuilt, as: home)
    #expect(self.screen.views[.list(home)] === rebuilt)
    self.screen.stopObserving(home)
    #expect(self.screen.views[.list(home)] == nil)
    // A view that the app has registered stays.
    let container = UIView(frame: self.list.frame)
    self.screen.views.register(container, as: .list(home))
    self.screen.observe(self.list, as: home)
    self.screen.stopObserving(home)
    #expect(self.screen.views[.list(home)] === container)
  }

  @Test("S9: another list is reported with its name and its offset, and again to a new session")
  func listShown() {
    self.screen.open(self.source)
    let other = UIScrollView(frame: self.list.frame)
    other.contentOffset.y = 40
    self.screen.show(other, list: "nearby", of: SourceID("home"))
    let shown = InteractionEvent.Kind.listShown(SourceID("home"), list: "nearby")
    let scroll = Scroll(source: SourceID("home"), phase: .programmaticEnded, y: 40)
    #expect(self.source.events.contains(shown))
    #expect(self.source.events.last == .scroll(scroll))
    #expect(self.screen.views[.list(SourceID("home"))] === other)
    let next = LocalSource()
    self.screen.open(next)
    #expect(next.events.contains(shown))
  }

  @Test(
    "directives show when they come, and their effects are carried out", .timeLimit(.minutes(1)))
  func effects() async {
    var effects: [Effect] = []
    self.screen.onEffect = { effects.append($0) }
    self.screen.open(self.source)
    self.source.yield(.scrollList(SourceID("home"), y: 40, animated: false))
    self.source.yield(.scrollList(SourceID("home"), y: 0, animated: true))
    self.source.yield(.haptic(.light))
    while effects.count < 3 { await Task.yield() }
    #expect(effects.last == .haptic(.light))
    #expect(self.list.contentOffset.y == -51)
    #expect(self.list.animatedMoves == [CGPoint(x: 0, y: -91)])
    self.list.contentOffset.y = -80
    self.list.contentOffset.y = -91
    self.list.delegate?.scrollViewDidEndScrollingAnimation(self.list)
    let phases = self.source.events.compactMap { event -> String? in
      guard case .scroll(let scroll) = event else { return nil }
      return "\(scroll.phase) \(scroll.y)"
    }
    #expect(
      phases == [
        "programmaticBegan 0.0", "programmaticEnded 40.0", "programmaticBegan 40.0",
        "programmaticMoved 11.0", "programmaticMoved 0.0", "programmaticEnded 0.0",
      ])
  }

  @Test("S3: numbers of drags go on where a list was observed before")
  func numbers() {
    self.screen.open(self.source)
    self.drag()
    self.screen.stopObserving(SourceID("home"))
    self.screen.observe(self.list, as: SourceID("home"))
    self.drag()
    #expect(self.source.drags == [1, 2])
  }

  @Test("S3: drags of an app that starts anew in a running session are new to it")
  func restarts() {
    func start(at time: Double) -> InteractionScreen {
      let screen = InteractionScreen(on: self.canvas, clock: ManualClock())
      screen.wallClock = { time }
      screen.open(self.source)
      screen.observe(self.list, as: SourceID("home"))
      return screen
    }
    self.screen.stopObserving(SourceID("home"))
    let former = start(at: 1_700_000_000)
    for _ in 0 ..< 5 { self.list.delegate?.scrollViewWillBeginDragging(self.list) }
    // Ends its drag without a report, as a process that ends.
    former.close()
    self.list.delegate = nil
    let next = start(at: 1_700_000_000.9)
    self.list.delegate?.scrollViewWillBeginDragging(self.list)
    next.close()
    let drags = self.source.drags
    #expect(drags.count == 6 && drags == drags.sorted() && Set(drags).count == 6)
  }

  @Test("a closed or paused screen runs no clock")
  func pauses() {
    self.screen.open(self.source)
    self.drag()
    #expect(self.clock.frame != nil)
    self.screen.pause()
    #expect(self.clock.frame == nil)
    guard case .scroll(let scroll) = self.source.events.last else {
      Issue.record("the drag has no end")
      return
    }
    #expect(scroll.phase == .cancelled)
    self.screen.send(.tapTab(index: 1))
    #expect(self.clock.frame != nil)
    self.screen.close()
    #expect(self.clock.frame == nil)
    let count = self.source.events.count
    self.screen.send(.tapTab(index: 0))
    #expect(self.source.events.count == count)
  }

  @Test("S4: the surface and the content's size are reported at first and after each change")
  func surface() throws {
    self.list.contentSize = CGSize(width: 375, height: 2_000)
    let view = try #require(self.canvas.subviews.first)
    view.traitCollection = UITraitCollection(displayScale: 3)
    self.screen.open(self.source)
    func reported() -> [InteractionEvent.Kind] {
      self.source.events.filter {
        switch $0 {
        case .surface, .contentSize: true
        default: false
        }
      }
    }
    var surface = Surface(view)
    #expect(surface.scale == 3 && surface.viewport == Size(width: 375, height: 812))
    let content = InteractionEvent.Kind.contentSize(
      source: SourceID("home"), size: Size(width: 375, height: 2_000))
    #expect(reported() == [.surface(surface), content])
    // Nothing has changed.
    view.layoutSubviews()
    self.drag()
    #expect(reported().count == 2)

    view.bounds.size = CGSize(width: 812, height: 375)
    view.layoutSubviews()
    view.safeAreaInsets.left = 44
    view.safeAreaInsetsDidChange()
    view.effectiveUserInterfaceLayoutDirection = .rightToLeft
    view.traitCollectionDidChange(nil)
    surface = Surface(view)
    #expect(surface.direction == .rightToLeft && surface.insets.left == 44)
    #expect(reported().count == 5 && reported().last == .surface(surface))
    UIFontMetrics.textScale = 1.5
    defer { UIFontMetrics.textScale = 1 }
    view.traitCollectionDidChange(nil)
    surface.textScale = 1.5
    #expect(reported().count == 6 && reported().last == .surface(surface))
    self.list.contentSize.height = 3_000
    self.list.contentOffset.y += 1
    #expect(reported().count == 7)
  }
}
