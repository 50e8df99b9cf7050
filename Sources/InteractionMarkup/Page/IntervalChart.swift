/// A chart of intervals on one horizontal axis, with a line at 0: a row for each.
package struct IntervalChart {
  /// A row.
  package struct Bar {
    package var name: String
    package var value: Double
    package var interval: ClosedRange<Double>
    /// The text beside the bar.
    package var label: String

    package init(name: String, value: Double, interval: ClosedRange<Double>, label: String) {
      self.name = name
      self.value = value
      self.interval = interval
      self.label = label
    }
  }

  package var title: String
  package var unit: String
  package var bars: [Bar]
  /// Formats a value of the axis.
  package var format: (Double) -> String

  package init(
    title: String, unit: String, bars: [Bar], format: @escaping (Double) -> String
  ) {
    self.title = title
    self.unit = unit
    self.bars = bars
    self.format = format
  }

  /// The ends of the axis: symmetric, so that 0 is in the middle.
  private var bound: Double {
    let ends = self.bars.flatMap { [abs($0.interval.lowerBound), abs($0.interval.upperBound)] }
    return max(ends.filter(\.isFinite).max() ?? 0, 1e-9) * 1.05
  }

  /// The chart as an HTML figure.
  package var html: String {
    let bound = self.bound
    func position(_ value: Double) -> Double { (min(max(value / bound, -1), 1) + 1) / 2 }
    let rows = self.bars.map { bar -> String in
      let (low, high) = (position(bar.interval.lowerBound), position(bar.interval.upperBound))
      let isClear = bar.interval.lowerBound > 0 || bar.interval.upperBound < 0
      let line = Markup.element(
        "i",
        [
          "class": "\(isClear ? "clear" : "")",
          "style":
            "left:\(ReportPage.percent(low));width:\(ReportPage.percent(high - low))",
        ], "")
      let dot = Markup.element(
        "b", ["style": "left:\(ReportPage.percent(position(bar.value)))"], "")
      return Markup.element("span", Markup.escaped(bar.name))
        + Markup.element(
          "div", ["role": "img", "aria-label": .text("\(bar.name) \(bar.label)")], line + dot)
        + Markup.element("span", Markup.escaped(bar.label))
    }
    let ends = [-bound, 0, bound].map { Markup.element("span", Markup.escaped(self.format($0))) }
    let axis =
      Markup.element("span", "") + Markup.element("div", ["class": "ends"], ends.joined())
      + Markup.element("span", "")
    let caption = Markup.element(
      "figcaption",
      "\(Markup.element("b", Markup.escaped(self.title))) \(Markup.escaped(self.unit))")
    return Self.style
      + Markup.element(
        "figure",
        caption + Markup.element("div", ["class": "intervals"], rows.joined() + axis))
  }

  private static let style = Markup.element(
    "style",
    """
    .intervals{display:grid;grid-template-columns:auto minmax(120px,1fr) auto;gap:6px 12px;
      margin:12px 0;font-size:13px;font-variant-numeric:tabular-nums}
    .intervals div{position:relative;background:linear-gradient(var(--soft),var(--soft))
      no-repeat 50%/1px 100%}
    .intervals i{position:absolute;top:50%;height:4px;margin-top:-2px;min-width:2px;
      border-radius:2px;background:var(--soft)}
    .intervals i.clear{background:var(--c1)}
    .intervals b{position:absolute;top:50%;width:8px;height:8px;margin:-4px 0 0 -4px;
      border-radius:50%;background:var(--ink)}
    .intervals .ends{display:flex;justify-content:space-between;background:none;
      color:var(--soft);font-size:11.5px}
    """)
}
