import InteractionCore
import InteractionWire

/// The panel of one choreography: the names of its animations, its curves, and the tracks of each
/// curve.
struct CurvePanel {
  let choreography: CurveSet
  /// The labels of the animations, with their directives.
  private(set) var names: [(label: String, numbers: [UInt64])] = []
  /// The entries by curve, followed by the constant ones.
  private(set) var entries: [[Entry]]

  /// Tracks with common values.
  struct Entry {
    var targets: [String]
    let property: AnimatedProperty
    var ways: [ValueRange]

    /// The number of tracks.
    var count: Int { self.targets.count * self.ways.count }
  }

  /// The values of tracks, with their directives.
  struct ValueRange {
    let values: String
    var numbers: [UInt64]
  }

  init(_ choreography: CurveSet) {
    self.choreography = choreography
    self.entries = Array(repeating: [], count: choreography.curves.count + 1)
  }

  /// The directives, in order.
  var numbers: [UInt64] { self.names.flatMap(\.numbers).sorted() }

  mutating func add(_ timeline: Timeline, number: UInt64, label: String) {
    if let known = self.names.firstIndex(where: { $0.label == label }) {
      self.names[known].numbers.append(number)
    } else {
      self.names.append((label, [number]))
    }
    for track in timeline.tracks {
      let index = self.choreography.index(of: track) ?? self.choreography.curves.count
      let values = TrackCurve.values(of: track)
      let known = self.entries[index].firstIndex {
        $0.property == track.property && $0.ways[0].values == values
          && $0.targets == [track.target.path]
      }
      if let known {
        self.entries[index][known].ways[0].numbers.append(number)
      } else {
        self.entries[index].append(
          Entry(
            targets: [track.target.path], property: track.property,
            ways: [ValueRange(values: values, numbers: [number])]))
      }
    }
  }

  /// Returns the names of the animations, with their directives.
  func heading(atMost lines: Int) -> [String] {
    // Bold letters are wider.
    let room = Self.width / 1.08
    let names = self.names.map { label, numbers in
      let all = "\(label) \(TextMetrics.directives(numbers))"
      if TextMetrics.width(all) <= room { return all }
      let few = " " + TextMetrics.directives(numbers, atMost: 1)
      return TextMetrics.fitted(label, into: room - TextMetrics.width(few)) + few
    }
    return TextMetrics.lines(names, into: room, atMost: lines)
  }

  /// Returns the tracks of a curve in at most `most` lines; the last line counts omitted tracks.
  func key(of index: Int, atMost most: Int) -> [String] {
    let entries = Self.joined(self.entries[index])
    var lines: [String] = []
    for (place, entry) in entries.enumerated() {
      let next = Self.lines(self.words(for: entry))
      let isLast = place == entries.count - 1
      if lines.count + next.count + (isLast ? 0 : 1) > most {
        let rest = entries[place...].reduce(0) { $0 + $1.count }
        return lines + [lines.isEmpty ? Self.tracks(rest) : "and \(Self.tracks(rest, "more "))"]
      }
      lines += next
    }
    return lines
  }

  /// Returns the constant tracks, in lines.
  func constants(atMost most: Int) -> [String] {
    let entries = Self.joined(self.entries[self.choreography.curves.count])
    guard !entries.isEmpty else { return [] }
    var words = ["constant:"]
    for (index, entry) in entries.enumerated() {
      let isSame = index > 0 && entries[index - 1].targets == entry.targets
      words += self.words(for: entry).dropFirst(isSame ? entry.targets.count : 0)
      if index < entries.count - 1 { words[words.count - 1] += ";" }
    }
    let lines = Self.lines(words)
    let count = entries.reduce(0) { $0 + $1.count }
    return lines.count <= most ? lines : ["constant: \(Self.tracks(count, "more "))"]
  }

  private static func tracks(_ count: Int, _ more: String = "") -> String {
    "\(count) \(more)\(count == 1 ? "track" : "tracks")"
  }

  private static func lines(_ words: [String]) -> [String] {
    TextMetrics.lines(words, separator: " ", into: Self.width, size: TextMetrics.fine)
  }

  /// Returns the words of an entry that must not be broken.
  private func words(for entry: Entry) -> [String] {
    let targets = entry.targets.enumerated().map {
      $1 + ($0 < entry.targets.count - 1 ? "," : "")
    }
    let ways = entry.ways.enumerated().map { index, way in
      let end = index < entry.ways.count - 1 ? "," : ""
      return way.values + (self.numbers(of: way).map { " \($0)" } ?? "") + end
    }
    return targets + [entry.property.word] + ways
  }

  /// Returns the directives of values; nil if they are all directives of the panel.
  private func numbers(of way: ValueRange) -> String? {
    let all = self.names.reduce(0) { $0 + $1.numbers.count }
    return way.numbers.isEmpty || way.numbers.count == all
      ? nil : TextMetrics.directives(way.numbers)
  }

  /// Merges entries: first the targets with the same values, then the values of the same targets.
  /// The headings distinguish directives that move different targets alike.
  private static func joined(_ entries: [Entry]) -> [Entry] {
    var alike: [Entry] = []
    for entry in entries {
      let same = alike.firstIndex {
        $0.property == entry.property && $0.ways[0].values == entry.ways[0].values
      }
      if let same {
        if alike[same].ways[0].numbers != entry.ways[0].numbers { alike[same].ways[0].numbers = [] }
        alike[same].targets += entry.targets
      } else {
        alike.append(entry)
      }
    }
    var joined: [Entry] = []
    for entry in alike {
      let same = joined.firstIndex {
        $0.property == entry.property && $0.targets == entry.targets
      }
      if let same {
        joined[same].ways += entry.ways
      } else {
        joined.append(entry)
      }
    }
    return joined
  }
}
