import InteractionMarkup

/// Deduplicates drawings that occur more than once.
struct DrawingDefinitions {
  private var numbers: [String: Int] = [:]
  private var drawings: [String] = []

  init() {}

  /// Returns a reference to `markup`, or `markup` itself if it is short.
  mutating func shared(_ markup: String) -> String {
    guard markup.utf8.count > 300 else { return markup }
    let number = self.numbers[markup] ?? self.drawings.count
    if number == self.drawings.count {
      self.numbers[markup] = number
      self.drawings.append(markup)
    }
    return Markup.element("use", ["href": "#d\(number)"])
  }

  /// Returns the definitions of the drawings that `body` refers to, directly or indirectly.
  func definitions(for body: String) -> String {
    var used = [Bool](repeating: false, count: self.drawings.count)
    var open = [body]
    while let text = open.popLast() {
      for part in text.matches(of: #/href="#d(\d+)"/#) {
        guard let number = Int(part.1), used.indices.contains(number), !used[number] else {
          continue
        }
        used[number] = true
        open.append(self.drawings[number])
      }
    }
    let definitions = used.indices.filter { used[$0] }.map {
      Markup.element("g", ["id": "d\($0)"], self.drawings[$0])
    }
    return definitions.isEmpty
      ? "" : Markup.element("defs", definitions.joined(separator: "\n"))
  }
}
