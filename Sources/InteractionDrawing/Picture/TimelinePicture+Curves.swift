import InteractionCore

// The curves of all animations as small multiples: one panel for each choreography, with the tracks
// of all its animations.

extension TimelinePicture {
  /// The maximum height of the picture: two screens of 800 pt.
  static let mostHeight = 1600.0
  private static let columns = 4
  private static let mostPanels = 40
  private static let noteHeight = 15.0
  /// The number of lines that name omitted panels.
  private static let mostNotes = 2
  /// The candidates for the number of lines of a curve's tracks, in descending order; the first one
  /// at which all panels fit applies.
  private static let keyLines = [60, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2]

  /// Panels with their places.
  struct PlacedPanels {
    var panels: [(panel: CurvePanel, column: Int, y: Double)] = []
    /// The panels without room.
    var missing: [CurvePanel] = []
    var height = 0.0
    var lines = 0
  }

  var panels: [CurvePanel] {
    var panels: [CurvePanel] = []
    var places: [CurveSet: Int] = [:]
    for directive in self.directives {
      guard let timeline = directive.timeline, timeline.duration > .zero else { continue }
      let choreography = CurveSet(timeline, in: directive.lane)
      let place = places[choreography] ?? panels.count
      if place == panels.count { panels.append(CurvePanel(choreography)) }
      places[choreography] = place
      panels[place].add(timeline, number: directive.sequence, label: directive.label)
    }
    return panels
  }

  func drawCurves(y: inout Double, into svg: inout SVG) {
    let panels = self.panels
    guard !panels.isEmpty else { return }
    y += 36
    svg.text("curves", x: Self.margin, y: y, "title")
    svg.text(
      "each on the time axis of its animation, from the first value (below) to the last;"
        + " animations that go alike share a panel", x: Self.left, y: y, "note")
    y += 14
    let room = Self.mostHeight - 12 - y
    var placed = Self.place(panels, into: room)
    if !placed.missing.isEmpty {
      placed = Self.place(panels, into: room - Double(Self.mostNotes) * Self.noteHeight)
    }
    for (panel, column, top) in placed.panels {
      let x = Self.margin + Double(column) * (Self.edge - Self.margin + 20) / Double(Self.columns)
      panel.draw(x: x, y: y + top, lines: placed.lines, into: &svg)
    }
    y += placed.height
    for line in Self.words(for: placed.missing) {
      svg.text(line, x: Self.margin, y: y + 8, "note")
      y += Self.noteHeight
    }
  }

  /// Places each panel in the shortest column, in order or tallest first. If they do not fit into
  /// the height `most`, it reduces the lines of tracks, and finally omits panels.
  static func place(_ panels: [CurvePanel], into most: Double) -> PlacedPanels {
    var placed = PlacedPanels()
    for lines in Self.keyLines {
      let heights = panels.prefix(Self.mostPanels).map { $0.height(lines: lines) }
      let places = Array(heights.indices)
      let byHeight = places.sorted { (heights[$1], $0) < (heights[$0], $1) }
      for order in [places, byHeight] {
        placed = PlacedPanels(
          missing: Array(panels.dropFirst(Self.mostPanels)), lines: lines)
        var ends = Array(repeating: 0.0, count: Self.columns)
        for index in order {
          let column = ends.indices.min { (ends[$0], $0) < (ends[$1], $1) } ?? 0
          if ends[column] + heights[index] <= most {
            placed.panels.append((panels[index], column, ends[column]))
            ends[column] += heights[index]
          } else {
            placed.missing.append(panels[index])
          }
        }
        placed.height = ends.max() ?? 0
        if placed.missing.isEmpty { return placed }
      }
    }
    return placed
  }

  /// Returns the names of omitted panels.
  static func words(for missing: [CurvePanel]) -> [String] {
    guard !missing.isEmpty else { return [] }
    let names = missing.map { panel in
      panel.names.map { "\($0.label) \(TextMetrics.directives($0.numbers))" }
        .joined(separator: ", ")
    }
    let count =
      "left out for room, \(missing.count) more \(missing.count == 1 ? "panel" : "panels"): "
    return TextMetrics.lines(
      [count + names[0]] + names.dropFirst(), separator: "; ", into: Self.edge - Self.margin,
      atMost: Self.mostNotes)
  }
}
