import InteractionCore
import InteractionReplay
import Measuring

/// A frame that is made repeatedly, with its budget.
struct Workload {
  private static let frames = 100_000

  let name: String
  let recording: BundledTrace
  let time: Instant
  /// A Boolean value that indicates whether something moves at that time.
  let moves: Bool
  let budget: Budget

  static let all = [
    // Long after its end.
    Workload(
      name: "frame at rest", recording: .tour, time: Instant(microseconds: 60_000_000),
      moves: false, budget: Budget(nanoseconds: 50, instructions: 160, allocations: 0)),
    // The frame of the bundled recordings in which most elements move.
    Workload(
      name: "frame of the busiest scene", recording: .extendedTabs,
      time: Instant(microseconds: 4_714_000), moves: true,
      budget: Budget(nanoseconds: 10_000, instructions: 30_000, allocations: 1)),
    // One of the frames that take longest.
    Workload(
      name: "frame of a page that is pushed", recording: .windowNavigation,
      time: Instant(microseconds: 8_300_000), moves: true,
      budget: Budget(nanoseconds: 10_000, instructions: 27_000, allocations: 1)),
  ]

  var playbackPosition: PlaybackPosition {
    get throws { try PlaybackPosition(of: self.recording, at: self.time) }
  }

  /// Returns the cost of a frame.
  func measured(at moment: PlaybackPosition) -> Cost {
    moment.show(10_000)
    return Cost(ofEachOf: Self.frames) { moment.show(Self.frames) }
  }
}
