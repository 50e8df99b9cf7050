import InteractionCore

extension Workload {
  /// Workloads of all kinds of events; those of scroll samples, the most frequent ones, first.
  ///
  /// A directive allocates the array of its settings, besides their content; a snapshot also
  /// allocates the tap reaction of each item (rule T14).
  static var all: [Workload] { self.samples + self.fingers + self.orders + self.reports }

  private static var samples: [Workload] {
    let y = (1 ... 400).map(Double.init)
    return [
      Workload(
        "sample, refined", after: [.began(0)], y.map(InteractionEvent.Kind.moved), atMost: 200,
        2_500, 0),
      Workload(
        "sample, literal", of: .literal, after: [.began(0)], y.map(InteractionEvent.Kind.moved),
        atMost: 200,
        2_500, 0),
      Workload(
        "sample, coasting", after: [.began(500)],
        y.map { .scroll(Scroll(source: .home, drag: 1, phase: .decelerating, y: 500 + $0)) },
        atMost: 200, 2_400, 0),
      Workload(
        "sample, pulled down", after: [.began(0)], y.prefix(90).map { .moved(-$0) },
        atMost: 200, 2_600, 0),
      Workload(
        "drag across the threshold and back", [.began(400), .moved(500)], beginsNewDrags: true,
        decides: true, atMost: 1_500, 10_500, 8),
    ]
  }

  private static var fingers: [Workload] {
    func finger(_ phase: Pointer.Phase, _ target: String, x: Double) -> InteractionEvent.Kind {
      .pointer(
        Pointer(id: 1, phase: phase, target: ViewPath(target), position: Point(x: x, y: 740)))
    }
    return [
      Workload(
        "tap on another tab", (0 ..< 5).map { .tapTab(index: $0) }, decides: true, atMost: 2_500,
        11_200, 8),
      Workload(
        "finger down and up on a tab",
        (0 ..< 5).flatMap { tab in
          [Pointer.Phase.down, .up].map { finger($0, "tab/\(tab)", x: 30 + 75 * Double(tab)) }
        }, decides: true, atMost: 1_500, 7_800, 3.5),
      Workload(
        "finger moves over the pages", of: .sliding, after: [finger(.down, "pages", x: 10)],
        (10 ..< 360).map { finger(.moved, "pages", x: Double($0)) }, atMost: 200, 2_600, 1),
      Workload(
        "pages are dragged", of: .sliding, after: [.pageDrag(PageDrag(.tabs, .began))],
        (1 ..< 300).map { .pageDrag(PageDrag(.tabs, .moved, translation: Double(-$0))) },
        atMost: 150, 2_000, 0),
      Workload(
        "heartbeat", after: [.began(0)],
        [.heldDrags([HeldDrag(source: .home, drag: 1)], pointers: [])], atMost: 250, 3_900, 2),
    ]
  }

  private static var orders: [Workload] {
    [
      Workload(
        "select another tab", (0 ..< 5).map { .selectTab(index: $0) }, decides: true,
        atMost: 1_500, 6_000, 3),
      Workload(
        "order a toggle",
        [.orderToggle(id: "rocket", look: .above), .orderToggle(id: "rocket", look: .below)],
        decides: true, atMost: 1_500, 10_000, 9),
      Workload(
        "count a badge",
        (0 ..< 99).map { .badge(tab: 4, operation: .set(.number(count: $0, max: 99))) },
        decides: true, atMost: 1_500, 9_000, 2),
      Workload(
        "open and close the floor", [.floor(.open), .floor(.close)], decides: true, atMost: 350,
        3_600, 1.6),
      Workload(
        "push and pop a page",
        [.navigate(NavigationRequest(.push, route: "item")), .navigate(NavigationRequest(.pop))],
        decides: true, atMost: 250, 2_900, 2),
      Workload(
        "sign in and out", [.account(.signedIn), .account(.signedOut)], atMost: 150, 1_700, 0),
      Workload("put a menu away", [.menu(.dismissed)], atMost: 150, 1_500, 0),
      Workload(
        "turn swiping off and on", of: .sliding, [.swiping(isOn: false), .swiping(isOn: true)],
        atMost: 150, 1_500, 0),
    ]
  }

  private static var reports: [Workload] {
    let asset = Asset(slot: "floor", kind: .still, size: Size(width: 750, height: 1_000))
    return [
      Workload("tick", [.tick], atMost: 150, 1_500, 0),
      Workload("server's tick", [.serverTick], atMost: 150, 1_500, 0),
      Workload(
        "animation ended", [.animationEnded(directive: 1, outcome: .finished)], atMost: 150, 1_800,
        0),
      Workload(
        "picture came and cannot be had", [.assetReady(asset), .assetFailed(slot: "floor")],
        decides: true, atMost: 500, 6_800, 2),
      Workload("data came", [.refreshDone], atMost: 150, 1_500, 0),
      Workload("hold expired", [.holdExpired(.floor)], atMost: 150, 1_800, 0),
      Workload(
        "content has another size",
        (1 ... 20).map {
          .contentSize(source: .home, size: Size(width: 375, height: 1_000 + Double($0)))
        }, atMost: 250, 3_900, 3),
      Workload(
        "surface changed", [.surface(.phone), .surface(.turned)], decides: true,
        atMost: 8_000, 83_000, 45),
      Workload(
        "away and back", [.background, .foreground], decides: true, atMost: 4_000, 39_000, 17.5),
    ]
  }
}
