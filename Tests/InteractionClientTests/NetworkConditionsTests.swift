import InteractionCore
import InteractionExperience
import InteractionService
import InteractionStream
import Testing

/// A client on a poor mobile network, whose surface changes all the time.
@Suite("A slow link")
struct NetworkConditionsTests {
  /// 256 kbit/s, a round-trip time of 300 ms, and 2% of the frames 600 ms late.
  private static let network = DelayedLink.Network(
    delay: .milliseconds(150), bandwidth: 32_000, hiccups: (0.02, .milliseconds(600)))

  /// A much lower limit of unacknowledged directives than the engine's default.
  private static let narrow: StreamLimits = {
    var limits = StreamLimits()
    limits.unacknowledgedDirectives = 4
    limits.waitingDirectives = 8
    limits.conflatedAbove = 2
    return limits
  }()

  @Test(
    "only superseded directives are conflated", arguments: [false, true])
  func conflates(isNarrow: Bool) throws {
    let experience = try #require(try BuiltInExperiences.named("home-refined"))
    var link = try DelayedLink(
      Self.network, experience: experience, limits: isNarrow ? Self.narrow : StreamLimits())
    var model = ClientModel(link.snapshot)
    var taps: [Int] = []
    var selections: [Int] = []
    func take(_ arrivals: [DelayedLink.Arrival]) {
      for arrival in arrivals {
        model.apply(arrival.directive)
        guard !arrival.directive.replacesAll, let tab = arrival.directive.selection?.selected
        else { continue }
        selections.append(tab)
      }
    }
    for frame in 0 ..< 60 * 30 {
      link.send(.surface(Self.surface(frame)))
      if frame % 30 == 15 {
        taps.append(1 + taps.count % 3)
        link.send(.tapTab(index: taps[taps.count - 1]))
      }
      take(try link.pass(until: .zero + .milliseconds(Int64(frame + 1) * 1_000 / 30)))
    }
    take(try link.pass(until: link.now + .seconds(30)))
    #expect(link.end == nil)
    #expect(selections == taps)
    #expect(link.superseded > 0)
    #expect(model.snapshot == link.server.session?.snapshot)
  }

  /// Returns the surface of a window that is being resized.
  private static func surface(_ frame: Int) -> Surface {
    var surface = Surface.phone
    surface.viewport.width += Double(frame % 120)
    return surface
  }
}
