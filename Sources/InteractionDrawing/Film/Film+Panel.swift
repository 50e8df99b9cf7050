import InteractionCore
import InteractionMarkup
import InteractionTrace

/// The panel beside the phone, and the overlay.
extension Film {
  /// The fingers, notes, captions, clock and progress bar.
  var overlay: FilmTree {
    var tree = FilmTree()
    self.addFingers(to: &tree)
    self.addNotes(to: &tree)
    self.addTicker(to: &tree)
    self.addClock(to: &tree)
    self.addProgress(to: &tree)
    return tree
  }

  private func addTicker(to tree: inout FilmTree) {
    let (panel, row) = (Self.panel, 28.0)
    let window = Rect(x: panel.x, y: panel.y + 44, width: panel.width, height: row * 18)
    var lines = ""
    var track = FilmTrack([0, 0, 0, 1, 1])
    let times = self.captions.map { self.time(of: $0.time) }
    for (index, caption) in self.captions.enumerated() {
      let y = window.y + window.height - row / 2 + Double(index + 1) * row
      lines += self.line(caption, x: window.x, y: y)
      // Captions of the same time scroll up together.
      let next = times.indices.contains(index + 1) ? times[index + 1] : .infinity
      guard next - times[index] > 0.02 else { continue }
      track.add(
        [0, -Double(index + 1) * row, 0, 1, 1], at: min(times[index] + 0.12, next),
        since: times[index])
    }
    let highlight = Rect(
      x: window.x, y: window.y + window.height - row, width: window.width, height: row)
    tree.add(still: Markup.rect(highlight, fill: "#2b3444", radius: 6))
    let clip = tree.add(still: "", clip: window)
    tree.add(lines, transform: track, to: clip)
  }

  private func line(_ caption: FilmCaption, x: Double, y: Double) -> String {
    let room = Self.panel.width + 10
    let words = TextMetrics.fitted(caption.words, into: room, size: 14.5)
    switch caption.speaker {
    case .client:
      return Markup.circle(x: x + 13, y: y, radius: 4, fill: "#8d99aa")
        + Markup.text(words, x: x + 26, y: y, size: 14.5, fill: "#b8c2d0", anchor: "start")
    case .engine:
      let arrow = "M\(Markup.number(x + 9)) \(Markup.number(y - 5))l8 5l-8 5z"
      return Markup.path(arrow, ["fill": "#ffb347"])
        + Markup.text(words, x: x + 26, y: y, size: 14.5, fill: "#ffffff", anchor: "start")
    }
  }

  /// Adds the clock: seconds and tenths of session time.
  private func addClock(to tree: inout FilmTree) {
    let (right, y, row) = (Self.panel.x + Self.panel.width, Self.panel.y + 14, 26.0)
    let isLong = self.trace.duration.seconds >= 100
    let columns: [(x: Double, unit: Double)] =
      isLong ? [(62, 1000), (50, 100), (38, 10), (26, 1)] : [(52, 10), (40, 1), (22, 0.1)]
    for column in columns {
      let x = right - column.x
      let digits = (0 ... 9).map { digit in
        Markup.text(
          "\(digit)", x: x, y: y + Double(digit) * row, size: 18, fill: "#ffffff", weight: 600)
      }.joined()
      let window = Rect(x: x - 7, y: y - row / 2, width: 14, height: row)
      let clip = tree.add(still: "", clip: window)
      tree.add(digits, transform: self.digits(column.unit, row: row), to: clip)
    }
    tree.add(
      still: Markup.text(isLong ? "" : ".", x: right - 31, y: y, size: 18, fill: "#ffffff")
        + Markup.text("s", x: right - 7, y: y, size: 15, fill: "#8d99aa"))
  }

  private func digits(_ unit: Double, row: Double) -> FilmTrack {
    var track = FilmTrack([0, 0, 0, 1, 1])
    let end = min(self.trace.duration.seconds, 9999)
    var step = 1
    while Double(step) * unit <= end {
      let time = self.time.film(Double(step) * unit)
      track.add([0, -Double(step % 10) * row, 0, 1, 1], at: time, since: time, jumps: true)
      step += 1
    }
    return track
  }

  /// Adds a progress bar with a mark for each directive.
  private func addProgress(to tree: inout FilmTree) {
    let panel = Self.panel
    let y = panel.y + panel.height - 22
    let length = self.time.length
    var marks = Markup.rect(
      Rect(x: panel.x, y: y - 2, width: panel.width, height: 4), fill: "#39445a", radius: 2)
    for caption in self.captions where caption.speaker == .engine {
      let x = panel.x + self.time(of: caption.time) / length * panel.width
      marks += Markup.rect(Rect(x: x - 1, y: y - 8, width: 2, height: 16), fill: "#ffb347")
    }
    tree.add(still: marks)
    var track = FilmTrack([0, 0, 0, 1, 1])
    track.add([panel.width, 0, 0, 1, 1], at: length, since: 0)
    tree.add(
      Markup.circle(x: panel.x, y: y, radius: 6, fill: "#ffffff"), transform: track, to: nil)
  }
}

extension FilmTree {
  /// Adds a node that is always visible.
  @discardableResult
  mutating func add(still markup: String, clip: Rect? = nil) -> Int {
    self.add(markup, transform: FilmTrack([0, 0, 0, 1, 1]), clip: clip, to: nil)
  }
}
