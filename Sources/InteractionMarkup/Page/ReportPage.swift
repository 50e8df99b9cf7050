/// The layout of HTML reports: each is one self-contained file.
package enum ReportPage {
  package static func html(title: String, verdict: String, isGood: Bool, body: [String]) -> String {
    let title = Markup.escaped(title)
    let heading = Markup.element("h1", title)
    let result = Markup.element(
      "p", ["class": "verdict \(isGood ? "good" : "bad")"], Markup.escaped(verdict))
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(Markup.element("title", title))
      \(Markup.element("style", self.style))</head><body><main>
      \(Markup.element("header", "\(heading)\n\(result)"))
      \(body.filter { !$0.isEmpty }.joined(separator: "\n"))
      </main></body></html>

      """
  }

  /// Returns a table under a heading. Cell text is escaped; wide tables scroll.
  package static func table(
    _ heading: String, columns: [String] = [], rows: [[String]], classes: [String] = [],
    isNumbers: Bool = false
  ) -> String {
    guard !rows.isEmpty else { return "" }
    func cell(_ name: String, _ text: String) -> String {
      Markup.element(name, Markup.escaped(text))
    }
    let head =
      columns.isEmpty ? "" : Markup.element("tr", columns.map { cell("th", $0) }.joined())
    let body = rows.enumerated().map { index, cells in
      let first = cells.first.map { cell("th", $0) } ?? ""
      let rest = cells.dropFirst().map { cell("td", $0) }.joined()
      return Markup.element(
        "tr", ["class": index < classes.count ? .text(classes[index]) : nil], first + rest)
    }
    let table = Markup.element(
      "table", ["class": isNumbers ? "numbers" : nil], head + body.joined())
    return cell("h2", heading) + Markup.element("div", ["class": "wide"], table)
  }

  package static func percent(_ part: Double) -> String { "\(Markup.number(part * 100))%" }
}
