import InteractionCore

/// A line of marbles, one character per slot of 100 ms: `"b-(ue)--"`.
///
/// `(ab)` puts several marbles into one slot; spaces are ignored.
struct MarbleLine {
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

  /// Adds a marble at a time; between two slots adds `other`, which fails the comparison.
  mutating func add(_ marble: Character, at time: Instant, or other: Character) {
    let (slot, rest) = time.microseconds.quotientAndRemainder(dividingBy: 100_000)
    while self.slots.count <= slot { self.slots.append([]) }
    self.slots[Int(slot)].append(rest == 0 ? marble : other)
  }

  /// The marbles without spaces and trailing silence.
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
