import Foundation
import InteractionCore
import InteractionPresentation
import Synchronization
import Testing
import UIKitStandIns

@testable import InteractionUIKit

/// A session that only records events, and shows the scene that a test sets.
private final class RecordingSource: InteractionSource {
  let changes = AsyncStream<Void> { $0.finish() }
  let effects = AsyncStream<Effect> { $0.finish() }
  private let shown = Mutex(PresentedScene())
  private let recorded = Mutex<[InteractionEvent.Kind]>([])

  let snapshot = Snapshot(settings: [])
  let surface = Surface.phone
  let nextChange: Instant? = nil

  func scene() -> PresentedScene { self.shown.withLock { $0 } }

  func show(_ targets: ViewPath...) {
    self.shown.withLock { $0.elements = targets.map { PresentedScene.Element($0) } }
  }

  func send(_ event: InteractionEvent.Kind) { self.recorded.withLock { $0.append(event) } }

  /// The taps and touches, such as `1 down pages 100 300`, since the last call.
  func take() -> [String] {
    let events = self.recorded.withLock { events in
      defer { events = [] }
      return events
    }
    return events.compactMap { event in
      switch event {
      case .tapTab(let tab): return "tap \(tab)"
      case .pointer(let pointer):
        let (x, y) = (Int(pointer.position.x), Int(pointer.position.y))
        return "\(pointer.id) \(pointer.phase) \(pointer.target.path) \(x) \(y)"
      default: return nil
      }
    }
  }
}

@MainActor
@Suite("Fingers on observed views")
struct TouchRecognizerTests {
  private let canvas = UIView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  private let pages = UIView(frame: CGRect(x: 0, y: 0, width: 375, height: 729))
  private let list = UIScrollView(frame: CGRect(x: 0, y: 0, width: 375, height: 729))
  private let bar = UIView(frame: CGRect(x: 0, y: 729, width: 375, height: 83))
  private let item = UIView(frame: CGRect(x: 125, y: 0, width: 125, height: 49))
  private let floor = UIView(frame: CGRect(x: 0, y: 0, width: 375, height: 812))
  private let pop = UIPanGestureRecognizer()
  private let source = RecordingSource()
  private let screen: InteractionScreen

  init() {
    self.screen = InteractionScreen(on: self.canvas, clock: ManualClock())
    self.canvas.addSubview(self.pages)
    self.pages.addSubview(self.list)
    self.list.addGestureRecognizer(self.list.panGestureRecognizer)
    self.canvas.addSubview(self.bar)
    self.bar.addSubview(self.item)
    self.canvas.addSubview(self.floor)
    self.screen.observeTouches(on: self.pages, as: .pageContainer)
    self.screen.observeTouches(on: self.item, as: .tab(1))
    self.screen.observeTouches(on: self.floor, as: .floorPage)
    self.screen.open(self.source)
  }

  /// Changes the pop recognizer's state, and calls its target, as UIKit does.
  private func pop(_ state: UIGestureRecognizer.State, at x: Double) throws {
    self.pop.position = CGPoint(x: x, y: 400)
    self.pop.state = state
    let reporter = try #require(self.screen.touches.backReporters.first)
    reporter.follow()
  }

  @Test("T9: a lift on an item is a tap, and one beside it is none")
  func tap() {
    var finger = FingerSimulation(on: self.item, at: 180, 750)
    finger.move(to: 200, 760)
    #expect(self.source.take() == [])
    finger.lift()
    #expect(self.source.take() == ["tap 1"])
    finger = FingerSimulation(on: self.item, at: 180, 750)
    finger.move(to: 180, 600)
    finger.lift()
    finger = FingerSimulation(on: self.item, at: 180, 750)
    finger.cancel()
    #expect(self.source.take() == [])
  }

  @Test("T9: an item with a long press reports its touches, so that the engine can tell a press")
  func longPress() {
    self.screen.observeTouches(on: self.item, as: .tab(1), hasLongPress: true)
    #expect(self.item.gestureRecognizers?.count == 1)
    let finger = FingerSimulation(on: self.item, at: 180, 750)
    #expect(self.source.take() == ["1 down tab/1 180 750"])
    finger.move(to: 182, 751)
    finger.lift()
    #expect(self.source.take() == ["1 moved tab/1 182 751", "1 up tab/1 182 751"])
    FingerSimulation(on: self.item, at: 180, 750).cancel()
    #expect(self.source.take() == ["2 down tab/1 180 750", "2 cancelled tab/1 180 750"])
  }

  @Test("X7: a sideways swipe is reported from where it began")
  func swipe() {
    let finger = FingerSimulation(on: self.list, at: 300, 400)
    finger.move(to: 292, 401)
    #expect(self.source.take() == [])
    finger.move(to: 285, 402)
    #expect(self.source.take() == ["1 down pages 300 400", "1 moved pages 285 402"])
    finger.move(to: 200, 480)
    finger.lift()
    #expect(self.source.take() == ["1 moved pages 200 480", "1 up pages 200 480"])
    #expect(self.list.panGestureRecognizer.state == .possible)
  }

  @Test("a finger that moves up or down, or scrolls a list, drags no pages")
  func vertical() {
    var finger = FingerSimulation(on: self.list, at: 300, 400)
    finger.move(to: 302, 385)
    finger.move(to: 100, 385)
    finger.lift()
    finger = FingerSimulation(on: self.list, at: 300, 400)
    // The list's own recognizer begins first.
    self.list.panGestureRecognizer.state = .began
    finger.move(to: 295, 400)
    finger.move(to: 200, 400)
    finger.lift()
    #expect(self.source.take() == [])
  }

  @Test("a swipe that the system, another gesture or the screen's end cancels is no lift")
  func cancelled() {
    func swipe() -> FingerSimulation {
      let finger = FingerSimulation(on: self.pages, at: 300, 400)
      finger.move(to: 280, 400)
      _ = self.source.take()
      return finger
    }
    swipe().cancel()
    #expect(self.source.take() == ["1 cancelled pages 280 400"])
    let taken = swipe()
    self.pages.gestureRecognizers?.first?.state = .failed
    self.pages.gestureRecognizers?.first?.reset()
    #expect(self.source.take() == ["2 cancelled pages 280 400"])
    taken.lift()
    let paused = swipe()
    self.screen.pause()
    #expect(self.source.take() == ["3 cancelled pages 280 400"])
    paused.move(to: 200, 400)
    paused.lift()
    let removed = swipe()
    self.screen.stopObservingTouches(as: .pageContainer)
    removed.lift()
    #expect(self.source.take() == ["4 cancelled pages 280 400"])
    #expect(self.pages.gestureRecognizers?.isEmpty == true)
  }

  @Test("of two fingers on a view the first drags it, and of two views the first drags")
  func twoFingers() {
    let first = FingerSimulation(on: self.pages, at: 300, 400)
    let second = FingerSimulation(on: self.pages, at: 100, 400)
    second.move(to: 50, 400)
    #expect(self.source.take() == [])
    first.move(to: 280, 400)
    #expect(self.source.take() == ["1 down pages 300 400", "1 moved pages 280 400"])
    let third = FingerSimulation(on: self.floor, at: 200, 600)
    third.move(to: 200, 500)
    third.lift()
    #expect(self.source.take() == [])
    second.lift()
    first.lift()
    #expect(self.source.take() == ["1 up pages 280 400"])
    FingerSimulation(on: self.item, at: 180, 750).lift()
    #expect(self.source.take() == ["tap 1"])
  }

  @Test("F8: a drag of the open floor is reported in both directions, and a sideways one is not")
  func floorDrag() {
    let finger = FingerSimulation(on: self.floor, at: 200, 600)
    finger.move(to: 204, 588)
    finger.move(to: 200, 640)
    finger.lift()
    #expect(
      self.source.take() == [
        "1 down floor/page 200 600", "1 moved floor/page 204 588", "1 moved floor/page 200 640",
        "1 up floor/page 200 640",
      ])
    let sideways = FingerSimulation(on: self.floor, at: 200, 600)
    sideways.move(to: 180, 600)
    sideways.lift()
    #expect(self.source.take() == [])
  }

  @Test("N5: a pull of the pop recognizer is one from the edge")
  func edge() throws {
    self.screen.observeBack(self.pop)
    try self.pop(.began, at: 12)
    try self.pop(.changed, at: 90)
    try self.pop(.ended, at: 200)
    #expect(
      self.source.take() == [
        "1 down edge 12 400", "1 moved edge 90 400", "1 up edge 200 400",
      ])
    try self.pop(.began, at: 12)
    // Other views do not move with it.
    let finger = FingerSimulation(on: self.floor, at: 200, 600)
    finger.move(to: 200, 500)
    finger.lift()
    try self.pop(.cancelled, at: 14)
    try self.pop(.changed, at: 20)
    #expect(self.source.take() == ["2 down edge 12 400", "2 cancelled edge 12 400"])
    try self.pop(.began, at: 12)
    self.screen.stopObservingBack(self.pop)
    #expect(self.source.take() == ["3 down edge 12 400", "3 cancelled edge 12 400"])
    #expect(self.screen.touches.backReporters.isEmpty)
  }

  @Test("a swipe waits for the pop recognizer to fail", arguments: [true, false])
  func requiresFailure(fails: Bool) {
    self.screen.observeBack(self.pop)
    let finger = FingerSimulation(on: self.pages, at: 8, 400)
    finger.move(to: 20, 400)
    finger.move(to: 30, 400)
    #expect(self.source.take() == [])
    self.pop.state = fails ? .failed : .began
    finger.move(to: 60, 400)
    finger.lift()
    let reported = ["1 down pages 8 400", "1 moved pages 60 400", "1 up pages 60 400"]
    #expect(self.source.take() == (fails ? reported : []))
  }

  @Test("N3: no drag begins while pages come or go, also not one that began to move before")
  func transition() {
    self.source.show(.page(0), .incomingPage)
    FingerSimulation(on: self.pages, at: 300, 400).move(to: 200, 400)
    self.pages.gestureRecognizers?.first?.state = .possible
    self.source.show(.page(0))
    let finger = FingerSimulation(on: self.pages, at: 300, 400)
    self.source.show(.page(0), .outgoingPage)
    finger.move(to: 200, 400)
    finger.lift()
    #expect(self.source.take() == [])
    self.source.show(.page(0))
    FingerSimulation(on: self.pages, at: 300, 400).move(to: 200, 400)
    #expect(self.source.take().count == 2)
  }
}
