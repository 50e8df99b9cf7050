import InteractionCore
import Testing

/// Page transitions without a spring: a timed slide, or a fade.
@Suite("X1 X2 X5 X7: transitions of tabs without a spring")
struct TransitionStyleTests {
  private typealias Style = TransitionDefinition.Style

  private static let plain: [TransitionDefinition.Style] = [.slide, .fade]

  private static func player(
    _ style: Style, in surface: Surface = .phone, selected: Int = 0,
    change: (inout TransitionDefinition) -> Void = { _ in }
  ) -> PagePlayer {
    var experience = Experience.sliding()
    var rule = TransitionDefinition(style: style, swipes: true)
    change(&rule)
    experience.tabBar.transition = rule
    return PagePlayer(experience, in: surface, selected: selected)
  }

  /// Returns the tracks of whole pages.
  private static func pages(_ player: PagePlayer) throws -> [Track] {
    try #require(player.timeline).tracks.filter { $0.target.path.hasPrefix("page/") }
  }

  @Test("X1 X2 T11: a slide goes where the spring goes, along its easing", arguments: [0, 1, 2])
  func slide(index: Int) throws {
    let surface = [Surface.phone, .turnedPhone, .mirroredPhone][index]
    for (from, to) in [(0, 3), (3, 1)] {
      var spring = Self.player(.spring, in: surface, selected: from)
      var slide = Self.player(.slide, in: surface, selected: from)
      spring.play(100, .tapTab(index: to))
      slide.play(100, .tapTab(index: to))
      let (usual, timed) = (try Self.pages(spring), try Self.pages(slide))
      #expect(timed.map(\.target) == [.page(from), .page(to)])
      #expect(timed.map(\.property) == usual.map(\.property))
      #expect(timed.map(\.keyframes) == usual.map(\.keyframes))
      #expect(timed.allSatisfy { $0.easing == .bezier(.easeInEaseOut) && $0.fill == .forwards })
      #expect(timed.allSatisfy { $0.duration == .milliseconds(300) })
      #expect(slide.timeline?.staging == [])
    }
  }

  @Test("X1: a fade moves nothing; the new page appears over the old one")
  func fade() throws {
    for (from, to) in [(0, 3), (3, 1)] {
      var player = Self.player(.fade, selected: from)
      #expect(
        player.play(100, .tapTab(index: to)) == ["select \(from)→\(to) user; #1 runs \(from)→\(to)"]
      )
      let track = try #require(try Self.pages(player).first)
      #expect(try Self.pages(player).count == 1)
      #expect(
        track
          == Track(
            target: .page(to), property: .opacity,
            keyframes: [Keyframe(position: 0, value: 0), Keyframe(position: 1, value: 1)],
            duration: .milliseconds(300), easing: .bezier(.easeInEaseOut), fill: .forwards))
      #expect(player.timeline?.staging == [Staging(.page(to), level: .above)])
      #expect(player.timeline?.pageTracks == [])
    }
  }

  @Test("X2: duration and easing are the experience's", arguments: plain)
  func ownPace(style: TransitionDefinition.Style) throws {
    var player = Self.player(style) {
      $0.duration = .milliseconds(450)
      $0.easing = .linear
    }
    player.play(100, .selectTab(index: 2))
    for track in try Self.pages(player) {
      #expect(track.duration == .milliseconds(450))
      #expect(track.easing == .bezier(.linear))
    }
    #expect(player.session.nextDeadline == .milliseconds(2_550))
  }

  @Test("X4: it is over on its report, or 2 s after its own length", arguments: plain)
  func ends(style: TransitionDefinition.Style) {
    var reported = Self.player(style)
    reported.play(100, .tapTab(index: 2))
    #expect(reported.session.nextDeadline == .milliseconds(2_400))
    #expect(reported.report(400, of: 1) == ["#1 finished, resets 0 2"])
    var silent = Self.player(style)
    silent.play(100, .tapTab(index: 2))
    #expect(silent.play(2_400, .tick) == ["#1 finished, resets 0 2"])
  }

  @Test("X5: cut off, both pages are back and opaque", arguments: plain)
  func cancelled(style: TransitionDefinition.Style) {
    var player = Self.player(style)
    player.play(100, .tapTab(index: 2))
    #expect(player.report(200, .cancelled, of: 1) == ["#1 cancelled, resets 0 2"])
  }

  @Test("D4: with reduced motion the same tracks take no time", arguments: plain)
  func calm(style: TransitionDefinition.Style) throws {
    var moving = Self.player(style)
    var calm = Self.player(style, in: .calmPhone)
    moving.play(100, .tapTab(index: 2))
    calm.play(100, .tapTab(index: 2))
    #expect(try Self.pages(calm).allSatisfy { $0.duration == .zero })
    #expect(try Self.pages(calm).map(\.keyframes) == Self.pages(moving).map(\.keyframes))
    #expect(calm.timeline?.staging == moving.timeline?.staging)
    #expect(calm.session.nextDeadline == .milliseconds(2_100))
  }

  @Test(
    "X7: a swipe slides the pages in every style, and goes on as the slide that it is",
    arguments: TransitionDefinition.Style.allCases)
  func swipes(style: TransitionDefinition.Style) throws {
    for (translation, ends) in [(-200.0, [-385.0, 0]), (-40, [0, 385])] {
      var player = Self.player(style, selected: 1)
      player.play(100, .swipe(.began, -12))
      guard case .interactive(let links, _) = player.session.snapshot.tabPages?.phase else {
        Issue.record("no swipe")
        return
      }
      #expect(links.map(\.property) == [.translateX, .translateX])
      player.play(300, .swipe(.ended, translation))
      let tracks = try Self.pages(player)
      #expect(tracks.map(\.property) == [.translateX, .translateX])
      #expect(tracks.map { $0.keyframes.first?.value } == [translation, translation + 385])
      #expect(tracks.map { $0.keyframes.last?.value } == ends)
      if style != .spring {
        #expect(tracks.allSatisfy { $0.easing == .bezier(.easeInEaseOut) })
      }
    }
  }

  /// A new page that enters from the right, over the old one, which turns away.
  private static let cover = TimelineDefinition(
    name: "cover",
    tracks: [
      TrackDefinition(
        .pageIncoming, .translateX,
        keyframes: [Keyframe(position: 0, value: 1), Keyframe(position: 1, value: 0)],
        unit: .width, delay: .milliseconds(100), duration: .milliseconds(400)),
      TrackDefinition(
        .pageOutgoing, .rotationY,
        keyframes: [Keyframe(position: 0, value: 0), Keyframe(position: 1, value: 0.5)],
        duration: .milliseconds(300)),
    ],
    above: [.pageIncoming])

  @Test(
    "X1 X4 D2 T11: a declared timeline stands in, mirrored towards earlier tabs", arguments: plain)
  func declared(style: TransitionDefinition.Style) throws {
    for (surface, from, to, sign) in [
      (Surface.phone, 0, 3, 1.0), (.phone, 3, 1, -1), (.mirroredPhone, 0, 3, -1),
      (.mirroredPhone, 3, 1, 1),
    ] {
      var player = Self.player(style, in: surface, selected: from) { $0.timeline = Self.cover }
      player.play(100, .tapTab(index: to))
      let timeline = try #require(player.timeline)
      #expect(timeline.value(.page(to), .translateX, at: .zero) == sign * 375)
      #expect(timeline.value(.page(to), .translateX, at: .milliseconds(500)) == 0)
      #expect(timeline.value(.page(from), .rotationY, at: .milliseconds(300)) == sign * 0.5)
      #expect(timeline.staging == [Staging(.page(to), level: .above)])
      #expect(player.session.nextDeadline == .milliseconds(2_600))
      #expect(player.report(600, of: 1) == ["#1 finished, resets \(from) \(to)"])
    }
  }

  @Test("X7: a swipe slides as the style says though a timeline is declared", arguments: plain)
  func declaredSwipe(style: TransitionDefinition.Style) throws {
    for translation in [-200.0, -40] {
      var (own, usual) = (
        Self.player(style, selected: 1) { $0.timeline = Self.cover },
        Self.player(style, selected: 1)
      )
      own.play(100, .swipe(.began, -12))
      usual.play(100, .swipe(.began, -12))
      #expect(own.session.snapshot.tabPages == usual.session.snapshot.tabPages)
      own.play(300, .swipe(.ended, translation))
      usual.play(300, .swipe(.ended, translation))
      #expect(try Self.pages(own) == Self.pages(usual))
      #expect(own.session.nextDeadline == usual.session.nextDeadline)
    }
  }

  @Test("N4: pages above keep the spring of X2 where the tabs have none", arguments: plain)
  func springAbove(style: TransitionDefinition.Style) throws {
    var experience = Experience.sliding(navigation: NavigationDefinition(style: .spring))
    experience.tabBar.transition = TransitionDefinition(style: style, duration: .seconds(3))
    var player = PagePlayer(experience)
    player.play(100, .navigate(.push, "a"))
    let tracks = try #require(player.timeline).tracks
    #expect(tracks.map(\.easing) == tracks.map { _ in .spring(TransitionDefinition().spring) })
  }
}
