import InteractionCore
import Testing

/// The appearance of items, and their animation on selection.
@Suite struct TabSelectionTests {
  @Test("T3: selected, home shows its badge alone; everything else shows icon and title")
  func looks() throws {
    var session = Session(experience: .refinedHome, surface: .phone)
    let home = try #require(session.snapshot.selection)
    #expect(home.selected == 0)
    #expect(home.items.map(\.showsBadge) == [true, false, false, false, false])
    #expect(home.items.map(\.showsIconAndTitle) == [false, true, true, true, true])
    _ = session.handle(.at(0, .tapTab(index: 2)))
    let messages = try #require(session.snapshot.selection)
    #expect(messages.selected == 2)
    #expect(messages.items.map(\.showsBadge) == [false, false, false, false, false])
    #expect(messages.items.map(\.showsIconAndTitle) == [true, true, true, true, true])
    #expect(messages.items.map(\.image) == ["home", "feed", "messages_selected", "cart", "me"])
  }

  @Test("T3: titles are 18A2FF when selected and 575D66 when not")
  func colors() throws {
    var session = Session(experience: .refinedHome, surface: .phone)
    _ = session.handle(.at(0, .tapTab(index: 1)))
    let colors = try #require(session.snapshot.selection).items.map(\.titleColor)
    #expect(colors == ["575D66", "18A2FF", "575D66", "575D66", "575D66"])
  }

  @Test("T4: icon and title pop together from half their size in 0.25 s")
  func pop() throws {
    let timeline = try #require(Self.timeline(selecting: 2, from: 0))
    #expect(timeline.tracks.map(\.target) == [.tabIcon(2), .tabTitle(2)])
    for track in timeline.tracks {
      #expect(track == Self.popTrack(track.target, duration: .milliseconds(250)))
    }
  }

  @Test("T4: home pops its badge in 0.20 s")
  func homePop() throws {
    let timeline = try #require(Self.timeline(selecting: 0, from: 3))
    #expect(timeline.tracks == [Self.popTrack(.tabBadge(0), duration: .milliseconds(200))])
  }

  @Test("T4: tapping the selected tab again animates nothing")
  func reselection() {
    var session = Session(experience: .refinedHome, surface: .phone)
    #expect(session.handle(.at(0, .tapTab(index: 0))) == [])
    _ = session.handle(.at(100, .tapTab(index: 2)))
    #expect(session.handle(.at(200, .tapTab(index: 2))) == [])
  }

  @Test(
    "T4: other styles move the picture alone, each in its own way",
    arguments: [
      (.bounce, .scale, 1, 1), (.rotate, .rotation, 0, 2 * Double.pi),
      (.flip, .rotationY, 0, 0), (.frames, .frame, 0, 11),
    ] as [(TabItem.SelectionAnimation, AnimatedProperty, Double, Double)])
  func styles(
    animation: TabItem.SelectionAnimation, property: AnimatedProperty, first: Double, last: Double
  ) throws {
    let timeline = try #require(
      Self.timeline(selecting: 2, from: 0) {
        $0.animation = animation
        $0.animationDuration = .milliseconds(500)
        $0.frameCount = 12
      })
    let track = try #require(timeline.tracks.first)
    #expect(timeline.tracks.count == 1)
    #expect(track.target == .tabIcon(2))
    #expect(track.property == property)
    #expect(track.duration == .milliseconds(500))
    #expect(track.keyframes.first == Keyframe(position: 0, value: first))
    #expect(track.keyframes.last == Keyframe(position: 1, value: last))
  }

  @Test("T4: a flip ends as it began, and never shows the picture's back", arguments: 0 ..< 3)
  func flip(curve: Int) throws {
    let easing = [CubicBezier.easeInEaseOut, .linear, .easeOut][curve]
    let timeline = try #require(
      Self.timeline(selecting: 2, from: 0) {
        $0.animation = .flip
        $0.animationDuration = .milliseconds(500)
        $0.animationEasing = easing
      })
    let track = try #require(timeline.tracks.first)
    let angles = try stride(from: Int64(0), to: 500_000, by: 500).map {
      try #require(track.value(at: TimeSpan(microseconds: $0)))
    }
    #expect(angles.allSatisfy { abs($0) <= Double.pi / 2 })
    // It turns in one direction, except for the jump between the two edge-on angles.
    let falls = zip(angles, angles.dropFirst()).filter { $1 < $0 }
    #expect(falls.count == 1)
    #expect(angles.contains { $0 > 1.5 } && angles.contains { $0 < -1.5 })
    let last = try #require(track.value(at: TimeSpan(microseconds: 499_999)))
    #expect(abs(last) < 1e-4)
    var held = track
    held.fill = .forwards
    #expect(held.value(at: track.end) == 0)
    // After the animation the layout's value shows, without rotation.
    #expect(track.value(at: track.end) == nil)
  }

  @Test(
    "T4: progress follows time as the item says; frames stay even",
    arguments: TabItem.SelectionAnimation.allCases)
  func easing(animation: TabItem.SelectionAnimation) {
    let own = CubicBezier(0.1, 0.9, 0.2, 1)
    let change: (inout TabItem) -> Void = {
      $0.animation = animation
      $0.frameCount = 12
    }
    let usual = Self.timeline(selecting: 2, from: 0, change: change)?.tracks ?? []
    let eased =
      Self.timeline(selecting: 2, from: 0) {
        change(&$0)
        $0.animationEasing = own
      }?.tracks ?? []
    #expect(usual.map(\.keyframes) == eased.map(\.keyframes))
    #expect(usual.isEmpty == (animation == .none))
    let isEven = animation == .frames
    #expect(usual.allSatisfy { $0.easing == (isEven ? .steps(11) : .bezier(.easeInEaseOut)) })
    #expect(eased.allSatisfy { $0.easing == (isEven ? .steps(11) : .bezier(own)) })
  }

  @Test("T4: a sequence shows each of its frames for the same time")
  func frames() throws {
    let timeline = try #require(
      Self.timeline(selecting: 2, from: 0) {
        $0.animation = .frames
        $0.animationDuration = .milliseconds(400)
        $0.frameCount = 5
      })
    let shown = [0, 99, 100, 199, 250, 399].map { timeline.sample(at: .milliseconds($0)) }
    #expect(shown.map { $0.map(\.value) } == [[0], [0], [1], [1], [2], [3]])
  }

  @Test("T4: an item without animation is selected at once")
  func noAnimation() {
    #expect(Self.timeline(selecting: 2, from: 0) { $0.animation = .none } == nil)
  }

  @Test("T6: programmatic selection shows the end state at once; literal pops")
  func programmatic() {
    for (experience, pops) in [(Experience.refinedHome, false), (.literalHome, true)] {
      var session = Session(experience: experience, surface: .phone)
      let directives = session.handle(.at(0, .selectTab(index: 1)))
      #expect(directives.count == 1)
      #expect((directives.first?.timeline != nil) == pops)
    }
  }

  private static func popTrack(_ target: ViewPath, duration: TimeSpan) -> Track {
    Track(target, .scale, from: 0.5, to: 1, duration: duration, easing: .easeInEaseOut)
  }

  /// Returns the animation that a tap on the item at `index` plays.
  private static func timeline(
    selecting index: Int, from: Int, change: (inout TabItem) -> Void = { _ in }
  ) -> Timeline? {
    var experience = Experience.refinedHome
    change(&experience.tabBar.items[index])
    var session = Session(experience: experience, surface: .phone)
    _ = session.handle(.at(0, .selectTab(index: from)))
    return session.handle(.at(100, .tapTab(index: index))).first?.timeline
  }
}
