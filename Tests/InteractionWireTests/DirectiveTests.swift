import InteractionCore
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Directives read back as they were written")
struct DirectiveTests {
  private static let track = Track(
    target: .page(1), property: .opacity,
    keyframes: [Keyframe(position: 0, value: 0), Keyframe(position: 1, value: 1)],
    duration: .milliseconds(300), easing: .bezier(CubicBezier(0, 0, 1, 1)))

  /// A track for each animated property.
  private static let tracks = AnimatedProperty.allCases.map { property in
    var track = Self.track
    track.property = property
    return track
  }

  private static let effects: [Effect] = [
    .haptic(.light), .sound("bell"), .scrollList(SourceID("home"), y: 0, animated: true),
    .scrollCarousel(SourceID("banner"), item: 3, x: 1_125, animated: false),
    .refresh(SourceID("home")), .presentMenu(tab: 0), .requestLogin(tab: 2), .askSelection(tab: 3),
    .animationFile(
      ControlAnimationFile(
        target: .tabLottie(1), name: "cat", operation: .stop, start: 0.25, end: 0.75)),
    .tabAction(PerformTabAction(tab: 3, kind: .toast, value: "Soon")),
    .announce("Open", interrupts: true),
    .refusal(Refusal(request: .selectTab(index: 0), reason: .busy)),
    .refusal(Refusal(request: .floor(.open), reason: .assetNotReady)),
    .refusal(Refusal(request: .navigate(.pop), reason: .noPage)),
  ]

  private static let layout = BarLayout(
    frame: .zero, backgroundColor: "FFFFFF",
    items: [
      .init(
        frame: .zero, icon: .zero, iconInsets: .zero, title: .zero, badge: .zero, text: "Bills",
        selectedLook: .init(
          showsIconAndTitle: false, showsBadge: true, image: "full", titleColor: "000000",
          isPressed: true),
        otherLook: .init(
          showsIconAndTitle: true, showsBadge: false, image: "empty", titleColor: "333333"),
        button: ButtonLook(
          titleFont: TextFont(family: "Serif", size: 15, weight: 700),
          subtitleFont: TextFont(size: 9), subtitleColor: "8E8E93", backgroundColor: "F2F2F7",
          backgroundImage: "paper", cornerRadius: 6,
          border: ButtonLook.Border(width: 0.5, color: "C7C7CC")),
        richTitle: [TextSpan(text: "Bi"), TextSpan(text: "lls", color: "FF0000")],
        richSubtitle: [TextSpan(text: "now", font: TextFont(weight: 900))])
    ])

  private static let states: [Setting.State] = [
    .layout(Self.layout),
    .selection(SelectionState(selected: 2, items: [])),
    .selection(SelectionState(selected: 2, items: [], previous: 0, origin: .user)),
    .selection(SelectionState(selected: 0, items: [], previous: 1, origin: .programmatic)),
    .selection(SelectionState(selected: 1, items: [], origin: .restore)),
    .selection(
      SelectionState(
        selected: 1, items: [], autorotates: false, preferredOrientation: .landscapeLeft)),
    .transition(
      TransitionState(number: 4, phase: .idle(.cancelled), from: 2, to: 1, reset: [2, 1])),
    .navigation(
      NavigationState(
        number: 9, phase: .running,
        pages: [
          .init(
            route: "a", style: .zoomTo, isPresented: true,
            keyFrame: Rect(x: 1, y: 2, width: 3, height: 4)),
          .init(
            route: "b", style: .system, isPresented: false,
            restingPosition: NavigationState.RestingPosition(dx: -1, dy: 512, mask: 0.3)),
        ], hidesBar: true,
        change: NavigationState.Change(operation: .push, route: "b", style: .system))),
    .badge(BadgeState(tab: 0, isShown: true, style: .dot, text: "")),
    .badge(BadgeState(tab: 1, isShown: true, style: .number, text: "3", loop: .shakeLoop)),
    .badge(
      BadgeState(
        tab: 2, isShown: true, style: .new, text: "", loop: .breatheLoop,
        loopTimeline: Timeline(tracks: Self.tracks))),
    .toggle(
      ToggleState(
        id: "t", look: .above, name: "n", image: "i", backgroundImage: "b", edge: 42,
        otherImage: "o", isStrip: true)),
    .layout(
      BarLayout(
        frame: .zero, backgroundColor: "FFFFFF",
        items: [
          BarLayout.Item(
            frame: .zero, icon: .zero, iconInsets: .zero, title: .zero, badge: .zero, text: "t",
            lists: [SourceID("home"), SourceID("banner")])
        ])),
    .floorLayout(
      FloorLayout(
        assetURL: "https://assets.example/a.gif", assetKind: .animated,
        assetSize: Size(width: 2, height: 1), prefetch: .lazy, isReady: false,
        image: Rect(x: 0, y: 0, width: 375, height: 0), maskStart: 0.7, maskEnd: 1,
        tip: Rect(x: 0, y: 10, width: 375, height: 15), tipText: "up", tipColor: "FF0000",
        tipFontSize: 15, backgroundColor: "FFFFFF")),
    .gate(GateState(isSignedIn: false, pending: .init(tab: 0, condition: .login))),
    .gate(GateState(isSignedIn: true, pending: .init(tab: 3, condition: .client))),
    .refresh(RefreshState(isRefreshing: true)),
  ]

  /// Directives with all parts, and with none.
  private static let directives: [Directive] = {
    let settings = Self.states.enumerated().map {
      Setting(generation: UInt32($0 + 1), state: $1)
    }
    let causes: [Directive.Cause] = [
      .event(sequence: 0), .deadline(name: "settle/home"), .command(id: "c"), .unknown,
    ]
    return causes.flatMap { cause in
      [
        Directive(
          sequence: 1, cause: cause, at: .zero, settings: settings,
          timeline: Timeline(tracks: Self.tracks), effects: Self.effects),
        Directive(sequence: 2, cause: cause, at: .zero, replacesAll: true, settings: settings),
        Directive(sequence: 3, cause: cause, at: Instant(microseconds: 7)),
      ]
    }
  }()

  @Test("all that they can say, and nothing of it is left out", arguments: Self.directives)
  func reading(directive: Directive) throws {
    let bytes: [UInt8] = try directive.proto.serializedBytes()
    let proto = try Proto.Directive(serializedBytes: bytes)
    #expect(Directive(proto) == directive)
    #expect(UnknownPartFinder.parts(of: proto).isEmpty)
    #expect(directive.proto.encoded == bytes)
  }

  @Test("empty and absent fields differ")
  func absence() {
    let directive = Directive(
      sequence: 1, cause: .event(sequence: 0), at: .zero, timeline: Timeline(tracks: []),
      effects: [.presentMenu(tab: 0)])
    let proto = directive.proto
    #expect(proto.hasTimeline && !Self.directives[2].proto.hasTimeline)
    #expect(proto.cause.kind == .eventSequence(0))
    #expect(proto.effects == [.with { $0.presentMenu = .init() }])
  }
}
