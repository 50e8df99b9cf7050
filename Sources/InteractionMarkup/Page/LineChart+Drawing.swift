extension LineChart {
  /// The maximum number of points in a series with tooltips.
  private static let mostHits = 600

  /// The chart as an HTML figure with a caption and a legend.
  package var html: String {
    let keys =
      self.series.filter { !$0.values.isEmpty }.map {
        self.key("c\($0.colour)\($0.isDashed ? " dashed" : "")", $0.name)
      } + self.annotationKeys
    let legend = self.span(
      ["class": "legend"], self.hasLegend && keys.count > 1 ? keys.joined() : "")
    let title = Markup.element("b", Markup.escaped(self.title))
    let (xScale, yScale) = (self.xScale, self.yScale)
    let picture = Markup.element(
      "svg", ["viewBox": "0 0 1000 1000", "preserveAspectRatio": "none"],
      self.shapes(xScale, yScale))
    let caption = Markup.element(
      "figcaption", "\(title) \(Markup.escaped(self.unit))\(legend)")
    let plot = Markup.element(
      "div", ["class": "plot", "role": "img", "aria-label": .text(self.title)],
      "\n\(picture)\n\(self.labels(xScale, yScale))\n")
    let axis = Markup.element("p", ["class": "axis"], Markup.escaped(self.xLabel))
    return Markup.element("figure", "\(caption)\n\(plot)\(axis)")
  }

  /// The legend's keys for the annotations, one for each label.
  private var annotationKeys: [String] {
    var seen = Set<String>()
    return self.annotations.filter { seen.insert($0.label).inserted }.map {
      self.key("upright b\($0.colour)", $0.label)
    }
  }

  private func key(_ style: String, _ name: String) -> String {
    self.span(
      ["class": "key"], Markup.element("i", ["class": .text(style)], "") + Markup.escaped(name))
  }

  private func span(_ attributes: Markup.Attributes, _ content: String) -> String {
    Markup.element("span", attributes, content)
  }

  private func labels(_ xScale: ChartScale, _ yScale: ChartScale) -> String {
    let ys = self.yLabels(yScale)
    let xs = self.xMarks.map {
      self.span(
        [
          "class": "x\($0.isMinor ? " minor" : "")",
          "style": "left:\(ReportPage.percent(xScale.fraction(of: $0.at)))",
        ], Markup.escaped($0.label))
    }
    let bounds = self.bounds.map {
      self.span(
        [
          "class": "bound \($0.isKept ? "good" : "bad")",
          "style": "bottom:\(ReportPage.percent(yScale.fraction(of: $0.at)))",
        ], Markup.escaped($0.label))
    }
    return (ys + xs + bounds).joined(separator: "\n")
  }

  private func yLabels(_ scale: ChartScale) -> [String] {
    scale.ticks.map {
      self.span(
        ["class": "y", "style": "bottom:\(ReportPage.percent(scale.fraction(of: $0)))"],
        Markup.escaped(self.format($0)))
    }
  }

  private func shapes(_ xScale: ChartScale, _ yScale: ChartScale) -> String {
    func x(_ value: Double) -> String { Markup.number(xScale.fraction(of: value) * 1_000) }
    func y(_ value: Double) -> String { Markup.number((1 - yScale.fraction(of: value)) * 1_000) }
    let grid = yScale.ticks.map { self.path("grid", "M0 \(y($0))H1000") }
    let bounds = self.bounds.map {
      self.path("goal \($0.isKept ? "kept" : "broken")", "M0 \(y($0.at))H1000")
    }
    let moments = self.annotations.map {
      self.path(
        "moment s\($0.colour)", "M\(x($0.at)) 0V1000",
        title: "\($0.label), \(Markup.number($0.at)) s")
    }
    let lines = self.series.map { series in
      self.runs(of: series).map { self.line($0, of: series, x, y) }.joined()
    }
    return (grid + moments + bounds + lines + self.hits(x, y)).joined(separator: "\n")
  }

  /// Returns a line segment without gaps, above its filled area.
  private func line(
    _ run: [(x: Double, y: Double)], of series: Series, _ x: (Double) -> String,
    _ y: (Double) -> String
  ) -> String {
    let path = "M" + run.map { "\(x($0.x)) \(y($0.y))" }.joined(separator: "L")
    let area = "\(path)L\(x(run[run.count - 1].x)) 1000L\(x(run[0].x)) 1000Z"
    // A single value between two gaps is a dot.
    let line =
      run.count == 1
      ? self.path("dot s\(series.colour)", "\(path)h0")
      : self.path("line s\(series.colour)\(series.isDashed ? " dashes" : "")", path)
    return (series.isArea ? self.path("area f\(series.colour)", area) : "") + line
  }

  private func path(_ style: String, _ data: String, title: String? = nil) -> String {
    Markup.element(
      "path", ["class": .text(style), "d": .text(data)],
      title.map { Markup.element("title", Markup.escaped($0)) })
  }

  /// Returns the segments of a series between its gaps.
  private func runs(of series: Series) -> [[(x: Double, y: Double)]] {
    series.points.split { $0.y == nil }.map { run in
      run.compactMap { point in point.y.map { (point.x, $0) } }
    }
  }

  /// Returns an invisible point with a tooltip for each value.
  private func hits(_ x: (Double) -> String, _ y: (Double) -> String) -> [String] {
    self.series.filter { $0.points.count <= Self.mostHits }.flatMap { series in
      series.points.compactMap { point in
        point.y.map {
          self.path(
            "hit", "M\(x(point.x)) \(y($0))h0", title: "\(series.name) \(self.format($0))")
        }
      }
    }
  }
}
