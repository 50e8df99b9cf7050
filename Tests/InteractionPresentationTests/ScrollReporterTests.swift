import InteractionCore
import InteractionPresentation
import Testing

@Suite("The scroll reporter")
struct ScrollReporterTests {
  /// UIKit's callbacks in order, and the expected events.
  struct Order: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let callbacks: [(callback: ScrollCallback, y: Double)]
    let events: [String]

    init(_ name: String, _ callbacks: [(ScrollCallback, Double)], _ events: [String]) {
      self.testDescription = name
      self.callbacks = callbacks
      self.events = events
    }
  }

  static let orders = [
    Order(
      "drag, stop, lift",
      [
        (.willBeginDragging, 0), (.didScroll, 8), (.didScroll, 20),
        (.willEndDragging(velocity: 0), 20),
        (.didEndDragging(willDecelerate: false), 20),
      ],
      ["1 began 0", "1 moved 8", "1 moved 20", "1 ended 20 at 0", "1 settled 20"]),
    Order(
      "fling",
      [
        (.willBeginDragging, 0), (.didScroll, 30), (.willEndDragging(velocity: 1.5), 30),
        (.didEndDragging(willDecelerate: true), 30), (.willBeginDecelerating, 30), (.didScroll, 60),
        (.didScroll, 80), (.didEndDecelerating, 80),
      ],
      [
        "1 began 0", "1 moved 30", "1 ended 30 at 1500", "1 decelerating 60", "1 decelerating 80",
        "1 settled 80",
      ]),
    Order(
      "a finger catches a deceleration; its end is told late",
      Self.fling + [
        (.willBeginDragging, 60), (.didEndDecelerating, 60), (.didScroll, 50),
        (.willEndDragging(velocity: -0.25), 50), (.didEndDragging(willDecelerate: false), 50),
        (.didEndDecelerating, 50),
      ],
      Self.flung + ["2 began 60", "2 moved 50", "2 ended 50 at -250", "2 settled 50"]),
    Order(
      "a touch that only stops a deceleration",
      Self.fling + [(.didEndDragging(willDecelerate: false), 60), (.didEndDecelerating, 60)],
      Self.flung + ["1 settled 60"]),
    Order(
      "two flings without an end between them",
      Self.fling + [
        (.willBeginDragging, 60), (.willEndDragging(velocity: 2), 60),
        (.didEndDragging(willDecelerate: true), 60), (.didScroll, 90), (.didEndDecelerating, 90),
      ],
      Self.flung + ["2 began 60", "2 ended 60 at 2000", "2 decelerating 90", "2 settled 90"]),
    Order(
      "setContentOffset without animation", [(.didScroll, 500)],
      ["0 programmaticBegan 0", "0 programmaticEnded 500"]),
    Order("a layout that moves nothing", [(.didScroll, 0), (.didChangeLayout, 0)], []),
    Order(
      "setContentOffset with animation",
      [
        (.willScroll(to: Point(x: 0, y: 500)), 0), (.didScroll, 200), (.didScroll, 500),
        (.didEndScrollingAnimation, 500),
      ],
      [
        "0 programmaticBegan 0", "0 programmaticMoved 200", "0 programmaticMoved 500",
        "0 programmaticEnded 500",
      ]),
    Order(
      "a tap on the status bar, then a drag",
      [
        (.didScroll, 300), (.willScroll(to: nil), 300), (.didScroll, 100), (.didScroll, 0),
        (.didScrollToTop, 0), (.willBeginDragging, 0),
      ],
      [
        "0 programmaticBegan 0", "0 programmaticEnded 300", "0 programmaticBegan 300",
        "0 programmaticMoved 100", "0 programmaticMoved 0", "0 programmaticEnded 0", "1 began 0",
      ]),
    Order(
      "an animation to where the list stands",
      [(.willScroll(to: nil), 0), (.didEndScrollingAnimation, 0), (.didScroll, 5)],
      ["0 programmaticBegan 0", "0 programmaticEnded 5"]),
    Order(
      "B7: an animation to where the list stands, whose end nothing reports, then a jump",
      [(.didScroll, 300), (.willScroll(to: Point(x: 0, y: 300)), 300), (.didScroll, 500)],
      [
        "0 programmaticBegan 0", "0 programmaticEnded 300",
        "0 programmaticBegan 300", "0 programmaticEnded 500",
      ]),
    Order(
      "B7: an animation that runs is sent back to where the list stands",
      [
        (.willScroll(to: Point(x: 0, y: 500)), 0), (.didScroll, 200),
        (.willScroll(to: Point(x: 0, y: 200)), 200), (.didScroll, 210),
      ],
      [
        "0 programmaticBegan 0", "0 programmaticMoved 200", "0 programmaticEnded 200",
        "0 programmaticBegan 200", "0 programmaticEnded 210",
      ]),
    Order(
      "a finger interrupts an animation; its end is told late",
      [
        (.willScroll(to: nil), 0), (.didScroll, 200), (.willBeginDragging, 210),
        (.didEndScrollingAnimation, 210), (.didScroll, 220),
      ],
      [
        "0 programmaticBegan 0", "0 programmaticMoved 200", "0 programmaticEnded 210",
        "1 began 210", "1 moved 220",
      ]),
    Order(
      "an animation stops a deceleration",
      Self.fling + [(.willScroll(to: nil), 60), (.didScroll, 30), (.didEndScrollingAnimation, 0)],
      Self.flung + [
        "1 settled 60", "0 programmaticBegan 60", "0 programmaticMoved 30",
        "0 programmaticEnded 0",
      ]),
    Order(
      "the app scrolls under a finger",
      [(.willBeginDragging, 0), (.willScroll(to: nil), 0), (.didScroll, 40)],
      ["1 began 0", "1 moved 40"]),
    Order(
      "a pull beyond the top that bounces back",
      [
        (.willBeginDragging, 0), (.didScroll, -160), (.willEndDragging(velocity: -0.1), -160),
        (.didEndDragging(willDecelerate: true), -160), (.willBeginDecelerating, -160),
        (.didScroll, -20), (.didScroll, 0), (.didEndDecelerating, 0),
      ],
      [
        "1 began 0", "1 moved -160", "1 ended -160 at -100", "1 decelerating -20",
        "1 decelerating 0", "1 settled 0",
      ]),
    Order(
      "the system takes the finger of a pull",
      [
        (.willBeginDragging, 0), (.didScroll, -90), (.didCancelDragging(willDecelerate: true), -90),
        (.didScroll, 0), (.didEndDecelerating, 0), (.didScroll, 7),
      ],
      [
        "1 began 0", "1 moved -90", "1 cancelled -90", "1 decelerating 0", "1 settled 0",
        "0 programmaticBegan 0", "0 programmaticEnded 7",
      ]),
    Order(
      "a touch is cancelled where the list rests",
      [
        (.willBeginDragging, 0), (.didScroll, 9), (.didCancelDragging(willDecelerate: false), 9),
        (.didEndDecelerating, 9),
      ],
      ["1 began 0", "1 moved 9", "1 cancelled 9"]),
    Order(
      "a lift of which only the end is told",
      [(.willBeginDragging, 0), (.didEndDragging(willDecelerate: false), 0)],
      ["1 began 0", "1 ended 0", "1 settled 0"]),
    Order(
      "a drag while the layout changes",
      [(.willBeginDragging, 0), (.didChangeLayout, 47), (.didScroll, 50)],
      ["1 began 0", "1 moved 50"]),
    Order(
      "insets change at rest", [(.didChangeLayout, 47)],
      ["0 programmaticBegan 0", "0 programmaticEnded 47"]),
    Order(
      "the list leaves its window under a finger",
      [(.willBeginDragging, 0), (.didLeaveWindow, 4), (.didEndDragging(willDecelerate: false), 4)],
      ["1 began 0", "1 cancelled 4"]),
    Order(
      "the list leaves its window as it coasts", Self.fling + [(.didLeaveWindow, 60)],
      Self.flung + ["1 settled 60"]),
  ]

  static let fling: [(ScrollCallback, Double)] = [
    (.willBeginDragging, 0), (.willEndDragging(velocity: 1), 0),
    (.didEndDragging(willDecelerate: true), 0), (.willBeginDecelerating, 0), (.didScroll, 60),
  ]
  static let flung = ["1 began 0", "1 ended 0 at 1000", "1 decelerating 60"]

  @Test("S2 S3: callbacks in UIKit's orders", arguments: orders)
  func reports(order: Order) {
    var reporter = ScrollReporter(SourceID("home"), after: 0)
    let events = order.callbacks.flatMap { call in
      reporter.receive(
        call.callback,
        at: ScrollGeometry(
          contentOffset: Point(x: 0, y: call.y - 91), adjustedInsets: Insets(top: 91)))
    }
    #expect(events.map(Self.words) == order.events)
  }

  @Test("an offset counts from the adjusted insets of its own callback")
  func insets() {
    var reporter = ScrollReporter(SourceID("home"), after: 0)
    func y(_ callback: ScrollCallback, _ y: Double, top: Double) -> [Double] {
      let place = ScrollGeometry(
        contentOffset: Point(x: -16, y: y), adjustedInsets: Insets(top: top, left: 16))
      return reporter.receive(callback, at: place).compactMap {
        guard case .scroll(let scroll) = $0 else { return nil }
        #expect(scroll.x == 0)
        return scroll.y
      }
    }
    #expect(y(.willBeginDragging, -91, top: 91) == [0])
    #expect(y(.didScroll, -100, top: 91) == [-9])
    // The large title has collapsed.
    #expect(y(.didChangeLayout, -100, top: 44) == [])
    #expect(y(.didScroll, -60, top: 44) == [-16])
  }

  @Test("S3: the numbers of drags grow from one session to the next")
  func numbers() {
    var reporter = ScrollReporter(SourceID("home"), after: 7)
    let place = ScrollGeometry(contentOffset: Point(x: 0, y: 0))
    #expect(reporter.receive(.willBeginDragging, at: place).map(Self.words) == ["8 began 0"])
    #expect(reporter.drag == 8)
  }

  @Test(
    "S3: the drags of an app that starts anew follow those of its former run",
    arguments: [0.0, 1_700_000_000, 4_200_000_000, 8.64e12])
  func restarts(start: Double) {
    var reporters = [start, start + 0.9].map { time in
      ScrollReporter(SourceID("home"), after: ScrollReporter.initialDrag(at: time))
    }
    let place = ScrollGeometry(contentOffset: Point(x: 0, y: 0))
    for _ in 0 ..< 5 { _ = reporters[0].receive(.willBeginDragging, at: place) }
    _ = reporters[1].receive(.willBeginDragging, at: place)
    #expect(reporters[1].drag > reporters[0].drag)
    // Clients without unsigned numbers have the same ones.
    #expect(reporters[1].drag <= Int32.max)
  }

  private static func words(_ event: InteractionEvent.Kind) -> String {
    guard case .scroll(let scroll) = event, scroll.source == SourceID("home") else { return "?" }
    let velocity = scroll.velocity.map { " at \(Int($0.rounded()))" } ?? ""
    return "\(scroll.drag) \(scroll.phase) \(Int(scroll.y))\(velocity)"
  }
}
