import InteractionCore

/// Marbles over time, in slots of 100 ms: `"b-(ue)--"`.
///
/// `(ab)` is several marbles in one slot; spaces mean nothing and only line things up.
struct MarbleLane {
  private(set) var slots: [[Character]] = []

  init(_ text: String = "") {
    var isGrouped = false
    for character in text where character != " " {
      switch character {
      case "(":
        self.slots.append([])
        isGrouped = true
      case ")": isGrouped = false
      case "-": self.slots.append([])
      default:
        if !isGrouped { self.slots.append([]) }
        self.slots[self.slots.count - 1].append(character)
      }
    }
  }

  /// Between two slots nothing is expected: `other` fails the comparison.
  mutating func add(_ marble: Character, at time: Instant, or other: Character) {
    let (slot, rest) = time.microseconds.quotientAndRemainder(dividingBy: 100_000)
    while self.slots.count <= slot { self.slots.append([]) }
    self.slots[Int(slot)].append(rest == 0 ? marble : other)
  }

  /// The same marbles without spaces and without the silence at the end.
  var text: String {
    var texts = self.slots.map { marbles in
      switch marbles.count {
      case 0: "-"
      case 1: String(marbles)
      default: "(\(String(marbles)))"
      }
    }
    while texts.last == "-" { texts.removeLast() }
    return texts.joined()
  }
}
