import InteractionCore
import Testing

/// Drags whose `began` was lost, as seen by the rocket (rule S3).
@Suite struct LostStartTests {
  /// Returns the looks that the rocket takes, for samples 20 ms apart.
  private static func looks(_ preset: Preset, _ kinds: [InteractionEvent.Kind]) -> [ToggleLook] {
    var session = Session(
      experience: preset == .refined ? .refinedHome : .literalHome, surface: .phone)
    var looks: [ToggleLook] = []
    for (index, kind) in kinds.enumerated() {
      for directive in session.handle(.at(Int64(index) * 20, kind)) {
        for case .toggle(let toggle) in directive.changes.map(\.state) {
          looks.append(toggle.look)
        }
      }
    }
    return looks
  }

  @Test("S3 S2: in literal a `moved` without a start is a sample, on every list")
  func otherList() {
    let kinds: [InteractionEvent.Kind] = [.list(.began, 0), .list(.moved, 460, source: .feed)]
    #expect(Self.looks(.literal, kinds) == [.above])
    #expect(Self.looks(.refined, kinds) == [])
  }

  @Test("S3 R2: in literal a `moved` without a start sets no latch; refined makes the start up")
  func ownList() {
    let kinds: [InteractionEvent.Kind] = [.list(.moved, 460), .list(.moved, 470)]
    #expect(Self.looks(.literal, kinds) == [])
    #expect(Self.looks(.refined, kinds) == [.above])
    let below: [InteractionEvent.Kind] = [.list(.moved, 400), .list(.moved, 470)]
    #expect(Self.looks(.literal, below) == [])
    #expect(Self.looks(.refined, below) == [.above])
  }

  @Test("S3 R2: a repeated `began` sets no latch", arguments: Preset.allCases)
  func repeated(preset: Preset) {
    let kinds: [InteractionEvent.Kind] = [
      .list(.began, 0), .list(.moved, 500), .list(.began, 0), .list(.moved, 100),
    ]
    #expect(Self.looks(preset, kinds) == [.above])
  }

  @Test("S3 R10: what stands for a missing start ends an order, too")
  func order() {
    let order = InteractionEvent.Kind.orderToggle(id: "rocket", look: .above)
    for end in [Scroll.Phase.moved, .ended, .cancelled, .decelerating, .settled] {
      #expect(Self.looks(.refined, [order, .list(end, 100)]) == [.above, .below], "\(end)")
      #expect(Self.looks(.literal, [order, .list(end, 100)]) == [.above], "\(end)")
    }
  }
}
