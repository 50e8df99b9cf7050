import Foundation

/// What pages have in common: one file to look at, without anything from elsewhere.
enum Page {
  static func html(title: String, verdict: String, isGood: Bool, body: [String]) -> String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(self.escape(title))</title>
    <style>\(self.style)</style></head><body><main>
    <header><h1>\(self.escape(title))</h1>
    <p class="verdict \(isGood ? "good" : "bad")">\(self.escape(verdict))</p></header>
    \(body.filter { !$0.isEmpty }.joined(separator: "\n"))
    </main></body></html>

    """
  }

  /// A table under a heading. Cells are text, except wide content, which scrolls within its cell.
  static func table(
    _ heading: String, columns: [String] = [], rows: [[String]], classes: [String] = [],
    isNumbers: Bool = false
  ) -> String {
    guard !rows.isEmpty else { return "" }
    let head =
      columns.isEmpty
      ? ""
      : "<tr>\(columns.map { "<th>\(self.escape($0))</th>" }.joined())</tr>"
    let body = rows.enumerated().map { index, cells in
      let name = index < classes.count ? " class=\"\(classes[index])\"" : ""
      let first = cells.first.map { "<th>\(self.escape($0))</th>" } ?? ""
      let rest = cells.dropFirst().map { "<td>\(self.escape($0))</td>" }.joined()
      return "<tr\(name)>\(first)\(rest)</tr>"
    }
    return "<h2>\(self.escape(heading))</h2><div class=\"wide\"><table"
      + "\(isNumbers ? " class=\"numbers\"" : "")>\(head)\(body.joined())</table></div>"
  }

  static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  static func number(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }

  static func percent(_ part: Double) -> String { "\(self.number(part * 100))%" }
}
