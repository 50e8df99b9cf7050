import InteractionCore
import Testing

/// A second tap soon after the first: tab 0 has no double taps, on tab 1 the first tap acts at
/// once, on tab 2 it waits.
///
/// In the table `acted 1` is a tap on tab 1 that can become a double tap, and `waiting 2` a tap on
/// tab 2 that has not acted yet, both until 10.3 s. `soon` is before then, `late` after.
@Suite struct BarTapTableTests {
  static let table = TransitionTable(
    """
               | none                 | acted 1              | waiting 2
    tap 0      | none: tap 0          | none: tap 0          | none: tap 2, tap 0
    tap 1 soon | acted 1 10.5: tap 1  | none: double 1       | acted 1 10.5: tap 2, tap 1
    tap 1 late | acted 1 10.7: tap 1  | acted 1 10.7: tap 1  | acted 1 10.7: tap 2, tap 1
    tap 2 soon | waiting 2 10.5       | waiting 2 10.5       | none: double 2
    tap 2 late | waiting 2 10.7       | waiting 2 10.7       | waiting 2 10.7: tap 2
    expire     | .                    | .                    | none: tap 2
    """)

  private static let taps: [(name: String, tap: TabBarTouch.Tap?)] = [
    ("none", nil), ("acted 1", TabBarTouch.Tap(tab: 1, until: .seconds(10.3), isDelayed: false)),
    ("waiting 2", TabBarTouch.Tap(tab: 2, until: .seconds(10.3), isDelayed: true)),
  ]

  private static let inputs: [(name: String, tab: Int?, time: Double)] = [
    ("tap 0", 0, 10.2), ("tap 1 soon", 1, 10.2), ("tap 1 late", 1, 10.4),
    ("tap 2 soon", 2, 10.2), ("tap 2 late", 2, 10.4), ("expire", nil, 10.3),
  ]

  private static let bar: TabBarDefinition = {
    var bar = TabBarDefinition(items: (0 ..< 3).map { _ in TabItem(title: LocalizedText()) })
    bar.items[1].doubleTap = TabItem.DoubleTap(action: .refresh)
    bar.items[2].doubleTap = TabItem.DoubleTap(action: .refresh, waits: true)
    return bar
  }()

  @Test("T15: every tap after every other", arguments: table.pairs)
  func tap(pair: TransitionTable.Pair) throws {
    let before = try #require(Self.taps.first { $0.name == pair.phase }).tap
    let input = try #require(Self.inputs.first { $0.name == pair.input })
    var touch = TabBarTouch(lastTap: before)
    let effects =
      input.tab.map { touch.tap($0, at: .seconds(input.time), in: Self.bar) }
      ?? touch.expireTap()
    #expect(Self.describe(touch.lastTap, after: before, effects) == pair.expected)
  }

  @Test("T15: the table leaves no pair out")
  func coverage() {
    Self.table.expectCovers(inputs: Self.inputs.map(\.name), phases: Self.taps.map(\.name))
  }

  @Test("T15: only a tap that waits has a deadline")
  func deadlines() {
    let deadlines = Self.taps.map { TabBarTouch(lastTap: $0.tap).tapDeadline }
    #expect(deadlines == [nil, nil, .seconds(10.3)])
  }

  private static func describe(
    _ tap: TabBarTouch.Tap?, after before: TabBarTouch.Tap?, _ effects: [TabBarTouch.Effect]
  ) -> String {
    if tap == before && effects.isEmpty { return "." }
    let what = effects.map { effect in
      switch effect {
      case .tap(let tab): "tap \(tab)"
      case .doubleTap(let tab): "double \(tab)"
      case .press(let tab, let phase): "press \(tab) \(phase)"
      }
    }
    let name =
      tap.map {
        "\($0.isDelayed ? "waiting" : "acted") \($0.tab)"
          + " \(Double($0.until.microseconds / 100_000) / 10)"
      } ?? "none"
    return what.isEmpty ? name : "\(name): \(what.joined(separator: ", "))"
  }
}
