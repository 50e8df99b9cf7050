import InteractionCore
import InteractionExperience
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionStream

@Suite("Limits: what a simulation may lead to")
struct SimulationTests {
  /// Returns taps on two tabs in turn.
  private static func taps(_ count: Int, samplesSprings: Bool = false)
    -> Interaction_V1_SimulateRequest
  {
    .with {
      $0.level = 1
      $0.samplesSprings = samplesSprings
      $0.events = (0 ..< count).map { index in
        .with {
          $0.timeUs = Int64(index) * 1_000_000
          $0.tap = .with { $0.tab = Int32(1 + index % 2) }
        }
      }
    }
  }

  /// Plays a simulation. Returns the number of accepted events, and the result.
  private static func play(
    _ request: Interaction_V1_SimulateRequest, by limits: SimulationLimits
  ) throws -> (events: Int, response: Interaction_V1_SimulateResponse?, error: StreamError?) {
    let experience = try #require(try BuiltInExperiences.named("dancing-tabs"))
    var events = 0
    do throws(StreamError) {
      var simulation = try Simulation(request, of: experience, by: limits)
      while try simulation.advance() { events += 1 }
      return (events, simulation.response, nil)
    } catch {
      return (events, nil, error)
    }
  }

  @Test("as many events as there may be, and one more", arguments: [10, 11])
  func events(count: Int) throws {
    var limits = SimulationLimits()
    limits.events = 10
    let played = try Self.play(Self.taps(count), by: limits)
    if count == 10 {
      #expect(played.events == 10)
      #expect(played.error == nil)
    } else {
      #expect(
        played.error?.violations == [
          .init(
            field: "events",
            problem: "has 11 events; at most 10 are allowed; send fewer events")
        ])
    }
  }

  @Test("it stops at the directive that is one too many, and no later")
  func directives() throws {
    var limits = SimulationLimits()
    limits.directives = 20
    let played = try Self.play(Self.taps(1_000), by: limits)
    #expect(
      played.error?.violations.first?.problem.hasPrefix("cause more than 20 directives") == true)
    #expect(played.events < 20)
  }

  @Test(
    "it stops where its answer becomes too long, springs as keyframes counted",
    arguments: [true, false])
  func bytes(samplesSprings: Bool) throws {
    var limits = SimulationLimits()
    limits.answerBytes = 20_000
    let request = Self.taps(20, samplesSprings: samplesSprings)
    let played = try Self.play(request, by: limits)
    if samplesSprings {
      #expect(played.error?.violations.first?.problem.contains("20000 bytes") == true)
      #expect(played.events < 20)
    } else {
      let bytes = try #require(try played.response?.serializedBytes() as [UInt8]?).count
      #expect(bytes < 20_000)
    }
  }

  @Test("the counted size is that of the response without the snapshot")
  func counting() throws {
    let request = Self.taps(5)
    let whole = try #require(try Self.play(request, by: SimulationLimits()).response)
    let bare = Interaction_V1_SimulateResponse.with { $0.directives = whole.directives }
    let size = try (bare.serializedBytes() as [UInt8]).count
    var limits = SimulationLimits()
    limits.answerBytes = size - 1
    #expect(try Self.play(request, by: limits).error != nil)
    limits.answerBytes = size + 4 * whole.directives.count
    #expect(try Self.play(request, by: limits).error == nil)
  }

  @Test("D3: events of a later contract are noticed, the others played, and notices count as bytes")
  func notices() throws {
    var request = Self.taps(2)
    // An event of an unknown kind.
    let later = try Interaction_V1_InteractionEvent(serializedBytes: [0xC2, 0x3E, 0x00])
    request.events.insert(later, at: 1)
    let played = try Self.play(request, by: SimulationLimits())
    #expect(played.response?.notices.map(\.sequence) == [2])
    #expect(played.response?.notices.first?.reason == .unknownEvent)
    #expect(played.response?.directives.contains { $0.cause.eventSequence == 3 } == true)

    request.events += Array(repeating: later, count: 100)
    var limits = SimulationLimits()
    limits.answerBytes = 4_000
    #expect(try Self.play(request, by: limits).error?.violations.map(\.field) == ["events"])
  }
}
