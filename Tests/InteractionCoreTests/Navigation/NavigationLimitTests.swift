import InteractionCore
import Testing

/// The limits on the number of pages and on their routes, and the restoration of a former
/// session's.
@Suite struct NavigationLimitTests {
  private static func pages(_ count: Int) -> [NavigationState.Page] {
    (0 ..< count).map { NavigationState.Page(route: "\($0)", style: .slide) }
  }

  private static func session() -> Session {
    Session(experience: .paging(), surface: .phone)
  }

  @Test("N2: sixteen pages, no more", arguments: [NavigationRequest.Operation.push, .present])
  func pageLimit(operation: NavigationRequest.Operation) {
    var player = PagePlayer(.paging(), pages: Self.pages(15))
    #expect(player.play(100, .navigate(operation, "x")).first?.hasPrefix("refuse") == false)
    player.report(500, of: player.lastDirective)
    #expect(player.routes.count == 16)
    let before = player.session.snapshot
    #expect(player.play(600, .navigate(operation, "y")) == ["refuse tooManyPages"])
    #expect(player.session.snapshot == before)
    #expect(player.play(700, .navigate(.popToRoot)).count == 1)
    #expect(player.routes == [])
  }

  @Test("N2 D7: a page that comes back finds its place again")
  func backAtLimit() {
    var player = PagePlayer(.paging(), pages: Self.pages(16))
    player.play(100, .pull(.began, 20))
    player.play(200, .pull(.ended, 200))
    #expect(player.play(300, .navigate(.push, "x")) == ["refuse busy"])
    player.play(400, .holdExpired(.back))
    #expect(player.routes == Self.pages(16).map(\.route))
    #expect(player.play(500, .navigate(.push, "x")) == ["refuse tooManyPages"])
  }

  @Test("S6: a route has at most 48 bytes")
  func route() {
    var session = Self.session()
    let before = session
    for (route, isLong) in [
      (String(repeating: "r", count: 48), false), (String(repeating: "r", count: 49), true),
      (String(repeating: "页", count: 16), false), (String(repeating: "页", count: 17), true),
    ] {
      let event = InteractionEvent.at(100, .navigate(.push, route))
      let fields = session.violations(in: event).map(\.field)
      #expect(fields == (isLong ? ["navigate.route"] : []))
      if isLong {
        #expect(session.handle(event) == [])
        #expect(session == before)
      }
    }
  }

  @Test("S6 N5: so has the route of a pan, as a drag and as a finger's target")
  func panRoute() {
    let session = Self.session()
    for (count, isLong) in [(48, false), (49, true)] {
      let route = String(repeating: "r", count: count)
      let drag = InteractionEvent.at(100, .pan(.began, 12, to: route))
      let finger = InteractionEvent.at(100, .finger(.down, 200, on: .scan(presenting: route)))
      #expect(
        session.violations(in: drag).map(\.field) == (isLong ? ["page_drag.route"] : []))
      #expect(
        session.violations(in: finger).map(\.field) == (isLong ? ["pointer.target"] : []))
    }
  }

  @Test("S6: a key view's frame is made of numbers, and has no negative size")
  func keyFrame() {
    let session = Self.session()
    let cases: [(Rect, [String])] = [
      (Rect(x: 0, y: 0, width: 0, height: 0), []),
      (Rect(x: -50, y: 1e5, width: 1e5, height: 1), []),
      (Rect(x: .nan, y: 0, width: 1, height: 1), ["navigate.key_frame.x"]),
      (Rect(x: 0, y: -.infinity, width: 1, height: 1), ["navigate.key_frame.y"]),
      (Rect(x: 0, y: 0, width: -1, height: 1), ["navigate.key_frame.width"]),
      (Rect(x: 0, y: 0, width: 1, height: .nan), ["navigate.key_frame.height"]),
      (Rect(x: 1e5 + 1, y: 0, width: 1, height: 1), ["navigate.key_frame.x"]),
    ]
    for (frame, fields) in cases {
      let event = InteractionEvent.at(100, .navigate(.push, "a", by: .zoomTo, keyFrame: frame))
      #expect(session.violations(in: event).map(\.field) == fields, "\(frame)")
    }
  }

  @Test("S6 X7: a drag of pages is made of numbers")
  func drags() {
    let session = Self.session()
    let cases: [(Double, Double, [String])] = [
      (1e7, -1e7, []), (.nan, 0, ["page_drag.translation"]), (0, .nan, ["page_drag.velocity"]),
      (.infinity, 0, ["page_drag.translation"]), (0, 2e7, ["page_drag.velocity"]),
    ]
    for (translation, velocity, fields) in cases {
      for event in [
        InteractionEvent.at(100, .pull(.ended, translation, velocity: velocity)),
        .at(100, .swipe(.moved, translation, velocity: velocity)),
      ] {
        #expect(session.violations(in: event).map(\.field) == fields)
      }
    }
  }

  @Test("N4: no frame of a key view, and none at all, troubles any style")
  func extremes() {
    let frames = [
      nil, Rect.zero, Rect(x: -1e5, y: -1e5, width: 1e5, height: 1e5),
      Rect(x: 1, y: 1, width: .leastNonzeroMagnitude, height: .leastNonzeroMagnitude),
    ]
    for style in NavigationStyle.allCases {
      for frame in frames {
        var player = PagePlayer(.paging())
        player.play(100, .navigate(.push, "a", by: style, keyFrame: frame))
        for time in stride(from: Int64(0), through: 800, by: 100) {
          let values = player.timeline?.values(at: .milliseconds(time)) ?? [:]
          #expect(values.values.allSatisfy { $0.isFinite }, "\(style) at \(time) ms")
        }
      }
    }
  }

  @Test("N2 T6: a session restores its pages, without animating, and goes on from there")
  func restoration() {
    var player = PagePlayer(.paging(), pages: Self.pages(2))
    #expect(player.directives == [])
    let state = player.session.snapshot.upperPages
    #expect(state == NavigationState(pages: Self.pages(2), hidesBar: true))
    #expect(player.play(100, .navigate(.pop)) == ["pop 1 by slide; *1 runs 0"])
  }

  @Test("N2 S6: what it restores has the same limits")
  func restorationLimits() {
    var session = Self.session()
    let many = InteractionEvent.at(0, .open(RestoredState(pages: Self.pages(17))))
    #expect(session.violations(in: many).map(\.field) == ["current.pages"])
    let long = NavigationState.Page(route: String(repeating: "r", count: 49), style: .fade)
    let longer = InteractionEvent.at(0, .open(RestoredState(pages: [Self.pages(1)[0], long])))
    #expect(session.violations(in: longer).map(\.field) == ["current.pages[1].route"])
    #expect(session.handle(many) == [])
    #expect(session.state.navigation.pages == [])
    let most = InteractionEvent.at(0, .open(RestoredState(pages: Self.pages(16))))
    #expect(session.violations(in: most) == [])
  }
}
