import InteractionCore

// The curves of everything that animates, in small multiples: a panel for each choreography, and in
// it every track of every animation that goes like this.

extension TimelinePicture {
  /// The picture's height is at most this: two screens of 800 pt.
  static let mostHeight = 1600.0
  private static let columns = 4
  private static let mostPanels = 40
  private static let noteHeight = 15.0
  /// How many lines name the panels for which there is no room.
  private static let mostNotes = 2
  /// How many lines name the tracks of a curve, from the most to the least; the first number at
  /// which all panels find room counts.
  private static let keyLines = [60, 24, 16, 12, 10, 8, 7, 6, 5, 4, 3, 2]

  /// Panels with their places.
  struct PlacedPanels {
    var panels: [(panel: CurvePanel, column: Int, y: Double)] = []
    /// Those for which there is no room.
    var missing: [CurvePanel] = []
    var height = 0.0
    var lines = 0
  }

  var panels: [CurvePanel] {
    var panels: [CurvePanel] = []
    var places: [Choreography: Int] = [:]
    for directive in self.directives {
      guard let timeline = directive.timeline, timeline.duration > .zero else { continue }
      let choreography = Choreography(timeline, in: directive.lane)
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

  /// Each panel below the column that ends first, in order or else the highest ones first; with
  /// fewer lines for tracks, and at last without some of the panels, so that no column is higher
  /// than `most`.
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

  /// Which panels are missing.
  static func words(for missing: [CurvePanel]) -> [String] {
    guard !missing.isEmpty else { return [] }
    let names = missing.map { panel in
      panel.names.map { "\($0.label) \(Lettering.directives($0.numbers))" }
        .joined(separator: ", ")
    }
    let count =
      "left out for room, \(missing.count) more \(missing.count == 1 ? "panel" : "panels"): "
    return Lettering.lines(
      [count + names[0]] + names.dropFirst(), separator: "; ", into: Self.edge - Self.margin,
      atMost: Self.mostNotes)
  }
}
