import InteractionCore
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Parts of a later contract are found and named")
struct UnknownPartFinderTests {
  private typealias Effect = Interaction_V1_Effect

  private static let soundAndRefresh: [Effect] = [
    .with { $0.sound.name = "bell" }, .with { $0.refresh.source = "home" },
  ]

  @Test("of a directive: its cause, its settings and its effects, between those that are known")
  func directive() throws {
    var proto = Proto.Directive()
    (proto.sequence, proto.atUs) = (7, 5)
    proto.cause = try Interaction_V1_Cause().later
    proto.settings = [
      try Proto.Setting.with { $0.generation = 3 }.later,
      .with { ($0.generation, $0.refresh.refreshing) = (4, true) },
    ]
    proto.effects = [Self.soundAndRefresh[0], try Effect().later, Self.soundAndRefresh[1]]
    proto = try proto.later
    let refresh = Setting(generation: 4, state: .refresh(RefreshState(isRefreshing: true)))
    let expected = Directive(
      sequence: 7, cause: .unknown, at: Instant(microseconds: 5),
      settings: [Setting(generation: 3, state: .unknown(kind: 99)), refresh],
      effects: [.sound("bell"), .refresh(SourceID("home"))])
    #expect(Directive(proto) == expected)
    let names = ["Cause/99", "Setting/99", "Effect/99", "Directive/99"]
    #expect(UnknownPartFinder.parts(of: proto) == names.map { "interaction.v1.\($0)" })
  }

  @Test("a snapshot keeps a setting of an unknown kind, by its number")
  func snapshot() throws {
    let unknown = try Proto.Setting.with { $0.generation = 2 }.later
    let proto = Proto.Snapshot.with {
      $0.settings = [unknown, .with { ($0.generation, $0.gate.signedIn) = (3, true) }]
    }
    let snapshot = Snapshot(proto)
    #expect(snapshot.settings.map(\.aspect) == [.unknown(kind: 99), .gate])
    #expect(snapshot.settings.map(\.generation) == [2, 3])
  }

  @Test(
    "an effect with an unknown value of what it is about",
    arguments: [
      (.with { $0.haptic.haptic = .UNRECOGNIZED(77) }, "PlayHaptic/1=77"),
      (.with { $0.animationFile.operation = .UNRECOGNIZED(77) }, "ControlAnimationFile/3=77"),
      (.with { $0.tabAction.kind = .UNRECOGNIZED(77) }, "PerformTabAction/2=77"),
      (.with { $0.refusal.floor = .UNRECOGNIZED(77) }, "Refusal/2=77"),
      (.with { $0.refusal.navigate = .UNRECOGNIZED(-7) }, "Refusal/4=-7"),
    ] as [(Interaction_V1_Effect, String)])
  func effect(unknown: Interaction_V1_Effect, name: String) {
    let proto = Proto.Directive.with {
      $0.cause.eventSequence = 1
      $0.effects = [Self.soundAndRefresh[0], unknown, Self.soundAndRefresh[1]]
    }
    #expect(Directive(proto).effects == [.sound("bell"), .refresh(SourceID("home"))])
    #expect(UnknownPartFinder.parts(of: proto) == ["interaction.v1.\(name)"])
  }

  @Test("a track that moves something unknown, or in an unknown way; its other values are replaced")
  func tracks() throws {
    let good = Proto.Track.with {
      ($0.target, $0.property, $0.durationUs, $0.iterations) = ("page/1", .opacity, 1_000, 1)
      ($0.direction, $0.fill) = (.normal, .none)
      $0.bezier.x2 = 1
      $0.keyframes = [.init(), .with { ($0.position, $0.value) = (1, 0.5) }]
    }
    var (property, easing, odd) = (good, good, good)
    property.property = .UNRECOGNIZED(77)
    easing.easing = nil
    (odd.direction, odd.fill) = (.UNRECOGNIZED(77), .UNRECOGNIZED(77))
    let proto = Proto.Timeline.with {
      ($0.tracks, $0.interruption) = ([property, good, odd], .UNRECOGNIZED(77))
    }
    let timeline = Timeline(proto)
    #expect(timeline.tracks.map(\.proto) == [good, good])
    #expect(timeline.proto.interruption == .replaceFromCurrent)
    let names = ["Track/2=77", "Track/10=77", "Track/11=77", "Timeline/2=77"]
    #expect(UnknownPartFinder.parts(of: proto) == names.map { "interaction.v1.\($0)" })
    let other = Proto.Timeline.with { $0.tracks = [easing, good] }
    #expect(Timeline(other).tracks.map(\.proto) == [good])
    #expect(try UnknownPartFinder.parts(of: easing.later) == ["interaction.v1.Track/99"])
  }

  private static let odd = Interaction_V1_BadgeState.with {
    ($0.style, $0.loop) = (.UNRECOGNIZED(77), .UNRECOGNIZED(77))
  }
  private static let plain = Interaction_V1_BadgeState.with {
    ($0.style, $0.loop) = (.text, .none)
  }

  @Test(
    "an unknown value of what is shown has a substitute",
    arguments: [
      (.with { $0.toggle.look = .UNRECOGNIZED(77) }, .with { $0.toggle.look = .below }),
      (.with { $0.floor.phase = .UNRECOGNIZED(77) }, .with { $0.floor.phase = .closed }),
      (
        .with { $0.selection.origin = .UNRECOGNIZED(77) },
        .with { $0.selection.origin = .programmatic }
      ),
      (.with { $0.badge = Self.odd }, .with { $0.badge = Self.plain }),
      (.with { $0.press.phase = .UNRECOGNIZED(77) }, .with { $0.press.phase = .possible }),
      (.with { $0.transition.phase = .UNRECOGNIZED(77) }, .with { $0.transition.phase = .idle }),
      (
        .with { $0.navigation.pages = [.with { $0.style = .UNRECOGNIZED(77) }] },
        .with { $0.navigation.pages = [.with { $0.style = .system }] }
      ),
    ] as [(Interaction_V1_Setting, Interaction_V1_Setting)])
  func values(unknown: Interaction_V1_Setting, substitute: Interaction_V1_Setting) {
    func shown(_ setting: Interaction_V1_Setting) -> [Setting] {
      Directive(.with { $0.settings = [setting] }).settings
    }
    #expect(shown(unknown) == shown(substitute))
    #expect(shown(unknown).count == 1)
    #expect(UnknownPartFinder.parts(of: unknown).allSatisfy { $0.hasSuffix("=77") })
    #expect(
      !UnknownPartFinder.parts(of: unknown).isEmpty
        && UnknownPartFinder.parts(of: substitute).isEmpty)
  }

  @Test("it is named however deep it lies, each field once for each place that has it")
  func depth() throws {
    let item = try Interaction_V1_ItemLook().later
    var response = Proto.Response()
    response.opened.snapshot.settings = [.with { $0.selection.items = [item, .init(), item] }]
    response.opened.outcome = .UNRECOGNIZED(77)
    // Field 100, a varint.
    response = try response.extended(by: [0xA0, 0x06, 0x2A])
    let names = ["Opened/1=77", "ItemLook/99", "ItemLook/99", "InteractResponse/100"]
    #expect(UnknownPartFinder.parts(of: response) == names.map { "interaction.v1.\($0)" })
    #expect(ResponseFrame(response).opened?.outcome == .new)
  }
}

extension Message {
  /// The message with field 99, an empty message, as of a later contract.
  fileprivate var later: Self {
    get throws { try self.extended(by: [0x9A, 0x06, 0x00]) }
  }

  fileprivate func extended(by fields: [UInt8]) throws -> Self {
    let bytes: [UInt8] = try self.serializedBytes()
    return try Self(serializedBytes: bytes + fields)
  }
}
