/// Suggestions for misspelled words.
package struct SpellingSuggester: Sendable {
  private let schema: Schema

  /// Reads a serialized `google.protobuf.FileDescriptorSet`; one that cannot be parsed results in
  /// an empty schema.
  package init(serialized: [UInt8]) {
    self.schema = Schema(serialized: serialized)
  }

  /// Returns the JSON name of the field nearest to `word`, among those of a message such as
  /// `interaction.v1.SimulateRequest` and of the messages it contains; nil if none is near.
  package func nearestField(to word: String, in message: String) -> String? {
    var names: [String] = []
    var seen: Set<String> = []
    var types = [".\(message)"]
    while let type = types.popLast() {
      guard seen.insert(type).inserted, let message = self.schema.messages[type] else { continue }
      names += message.fields.map(\.jsonName)
      types += message.fields.compactMap { field in
        if case .message(let type) = field.kind { type } else { nil }
      }
    }
    return Self.nearest(to: word, among: names)
  }

  /// Returns the name of the field nearest to `word`: by edit distance or, if a part of `word`
  /// occurs in a field's name and the others in its comment, by meaning.
  static func nearest(to word: String, among fields: [Schema.Field]) -> String? {
    let names = fields.map(\.name)
    let nearest = self.nearest(to: word, among: names)
    if let nearest, self.distance(nearest, word) <= 2 { return nearest }
    let parts = word.lowercased().split(separator: "_")
    guard (2 ... 8).contains(parts.count) else { return nearest }
    let alike = fields.filter { field in
      let name = field.name.split(separator: "_")
      let comment = field.comment.lowercased().split { !$0.isLetter }
      return parts.contains(where: name.contains)
        && parts.allSatisfy { part in
          name.contains(part) || comment.contains { $0.hasPrefix(part) }
        }
    }
    return alike.map(\.name).min { self.distance($0, word) < self.distance($1, word) } ?? nearest
  }

  /// Returns the word of `known` nearest to `word`; nil if none is near enough to be meant.
  static func nearest(to word: String, among known: [String]) -> String? {
    // Longer than all known words, and expensive to compare.
    guard word.utf8.count <= 64 else { return nil }
    let distances = known.map { (word: $0, distance: Self.distance($0, word)) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    if best.distance <= 2 { return best.word }
    // A truncated name takes precedence over one with other letters.
    let longer = known.filter { word.count > 3 && $0.lowercased().hasPrefix(word.lowercased()) }
    if let shortest = longer.min(by: { $0.count < $1.count }) { return shortest }
    return best.distance <= word.count / 3 ? best.word : nil
  }

  /// Returns the Levenshtein distance, ignoring case.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.lowercased()), Array(b.lowercased()))
    var row = Array(0 ... b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let change = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
