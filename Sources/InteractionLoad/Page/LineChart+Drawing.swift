extension LineChart {
  /// Most points that say what they are under the pointer.
  private static let mostHits = 600

  /// A figure with a caption, a legend and the picture.
  var html: String {
    let keys =
      self.series.filter { !$0.values.isEmpty }.map {
        "<span class=\"key\"><i class=\"c\($0.colour)\($0.isDashed ? " dashed" : "")\"></i>"
          + "\(Page.escape($0.name))</span>"
      } + self.momentKeys
    let (xScale, yScale) = (self.xScale, self.yScale)
    return """
      <figure><figcaption><b>\(Page.escape(self.title))</b> \(Page.escape(self.unit))\
      <span class="legend">\(self.hasLegend && keys.count > 1 ? keys.joined() : "")</span></figcaption>
      <div class="plot" role="img" aria-label="\(Page.escape(self.title))">
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none">\(self.shapes(xScale, yScale))</svg>
      \(self.labels(xScale, yScale))
      </div><p class="axis">\(Page.escape(self.xLabel))</p></figure>
      """
  }

  /// One for each kind of thing that was done.
  private var momentKeys: [String] {
    var seen = Set<String>()
    return self.moments.filter { seen.insert($0.label).inserted }.map {
      "<span class=\"key\"><i class=\"upright b\($0.colour)\"></i>\(Page.escape($0.label))</span>"
    }
  }

  private func labels(_ xScale: ChartScale, _ yScale: ChartScale) -> String {
    let ys = yScale.marks.map {
      "<span class=\"y\" style=\"bottom:\(Page.percent(yScale.part($0)))\">"
        + "\(Page.escape(self.format($0)))</span>"
    }
    let xs = self.xMarks.map {
      "<span class=\"x\($0.isMinor ? " minor" : "")\" style=\"left:"
        + "\(Page.percent(xScale.part($0.at)))\">\(Page.escape($0.label))</span>"
    }
    let bounds = self.bounds.map {
      "<span class=\"bound \($0.isKept ? "good" : "bad")\" style=\"bottom:"
        + "\(Page.percent(yScale.part($0.at)))\">\(Page.escape($0.label))</span>"
    }
    return (ys + xs + bounds).joined(separator: "\n")
  }

  private func shapes(_ xScale: ChartScale, _ yScale: ChartScale) -> String {
    func x(_ value: Double) -> String { Page.number(xScale.part(value) * 1_000) }
    func y(_ value: Double) -> String { Page.number((1 - yScale.part(value)) * 1_000) }
    let grid = yScale.marks.map { "<path class=\"grid\" d=\"M0 \(y($0))H1000\"/>" }
    let bounds = self.bounds.map {
      "<path class=\"goal \($0.isKept ? "kept" : "broken")\" d=\"M0 \(y($0.at))H1000\"/>"
    }
    let moments = self.moments.map {
      "<path class=\"moment s\($0.colour)\" d=\"M\(x($0.at)) 0V1000\">"
        + "<title>\(Page.escape($0.label)), \(Page.number($0.at)) s</title></path>"
    }
    let lines = self.series.map { series in
      self.runs(of: series).map { run in
        let places = run.map { "\(x($0.x)) \(y($0.y))" }
        let path = "M" + places.joined(separator: "L")
        var shape = ""
        if series.isArea {
          shape =
            "<path class=\"area f\(series.colour)\" d=\"\(path)L\(x(run[run.count - 1].x)) 1000"
            + "L\(x(run[0].x)) 1000Z\"/>"
        }
        // A value between two gaps is a dot.
        let line =
          run.count == 1
          ? "<path class=\"dot s\(series.colour)\" d=\"\(path)h0\"/>"
          : "<path class=\"line s\(series.colour)\(series.isDashed ? " dashes" : "")\""
            + " d=\"\(path)\"/>"
        return shape + line
      }.joined()
    }
    return (grid + moments + bounds + lines + self.hits(x, y)).joined(separator: "\n")
  }

  /// The line's parts between gaps.
  private func runs(of series: Series) -> [[(x: Double, y: Double)]] {
    series.points.split { $0.y == nil }.map { run in
      run.compactMap { point in point.y.map { (point.x, $0) } }
    }
  }

  /// Under the pointer, each value says what it is.
  private func hits(_ x: (Double) -> String, _ y: (Double) -> String) -> [String] {
    self.series.filter { $0.points.count <= Self.mostHits }.flatMap { series in
      series.points.compactMap { point in
        point.y.map {
          "<path class=\"hit\" d=\"M\(x(point.x)) \(y($0))h0\"><title>"
            + "\(Page.escape(series.name)) \(Page.escape(self.format($0)))</title></path>"
        }
      }
    }
  }
}
