import Foundation

extension LoadReport {
  /// What is drawn, in the order of the questions that people ask.
  var charts: [LineChart] {
    var charts = [self.latency, self.spectrum, self.rate]
    charts.append(self.trouble)
    return charts
  }

  private var marks: [LineChart.Mark] {
    let last = self.rows.last?.second ?? 1
    let step = [1, 2, 5, 10, 30, 60, 120, 300, 600].first { last / $0 <= 12 } ?? 3_600
    return stride(from: 0, through: last, by: step).map {
      LineChart.Mark(at: Double($0), label: "\($0)")
    }
  }

  private func line(
    _ name: String, _ colour: Int, isArea: Bool = false, _ value: (LoadRow) -> Double
  ) -> LineChart.Series {
    LineChart.Series(
      name: name, colour: colour, points: self.rows.map { (Double($0.second), value($0)) },
      isArea: isArea)
  }

  private var latency: LineChart {
    // A second without a directive has no latency.
    let rows = self.rows.filter { $0.max > 0 && $0.lag > 0 }
    func line(_ name: String, _ colour: Int, _ value: (LoadRow) -> Double) -> LineChart.Series {
      LineChart.Series(
        name: name, colour: colour, points: rows.map { (Double($0.second), value($0)) })
    }
    return LineChart(
      title: "Latency over time", unit: "from the moment that an event was due to its directive",
      series: [
        line("longest", 3, \.max), line("p99", 2, \.p99), line("p50", 1, \.p50),
        line("the generator's own lag, longest", 4, \.lag),
      ],
      xMarks: self.marks, xLabel: "seconds", isLogarithmic: true, format: LoadWords.time)
  }

  /// Each step to the right leaves out ten times as many.
  private var spectrum: LineChart {
    let times = self.directiveLatency
    var points: [(x: Double, y: Double)] = []
    var passed = 0
    for step in times.recorded {
      passed += step.count
      let rest = 1 - Double(passed) / Double(max(times.count, 1))
      points.append((-log10(max(rest, 0.5 / Double(max(times.count, 1)))), step.time))
    }
    let marks = [(0.0, "0 %"), (1, "90 %"), (2, "99 %"), (3, "99.9 %"), (4, "99.99 %")]
      .map { LineChart.Mark(at: $0.0, label: $0.1) }
    return LineChart(
      title: "Percentiles", unit: "of event to directive",
      series: [LineChart.Series(name: "\(times.count) directives", colour: 1, points: points)],
      xMarks: marks.filter { $0.at <= (points.last?.x ?? 0) + 1 }, xLabel: "share of directives",
      isLogarithmic: true, format: LoadWords.time)
  }

  private var rate: LineChart {
    LineChart(
      title: "Load", unit: "per second",
      series: [
        self.line("events", 1, isArea: true) { Double($0.events) },
        self.line("open sessions", 4) { Double($0.active) },
        self.line("directives", 2) { Double($0.directives) },
      ],
      xMarks: self.marks, xLabel: "seconds", format: LoadWords.plain)
  }

  private var trouble: LineChart {
    LineChart(
      title: "Trouble", unit: "per second",
      series: [
        self.line("wrong directives", 3) { Double($0.mismatches) },
        self.line("errors", 2) { Double($0.errors) },
      ],
      xMarks: self.marks, xLabel: "seconds", format: LoadWords.plain)
  }

  static var style: String {
    """
    :root{--ink:#1c2430;--soft:#5b6675;--line:#dfe4ea;--back:#f6f7f9;--card:#fff;
      --c1:#2563eb;--c2:#d97706;--c3:#dc2626;--c4:#0d9488;--good:#15803d;--bad:#b91c1c}
    @media (prefers-color-scheme:dark){:root{--ink:#e6eaf0;--soft:#9aa6b5;--line:#2c3541;
      --back:#12161c;--card:#1a2029;--c1:#6ea8fe;--c2:#f0a94b;--c3:#f87171;--c4:#4fd1c5;
      --good:#4ade80;--bad:#f87171}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--back);color:var(--ink);
      font:15px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
    main{max-width:920px;margin:0 auto;padding:32px 20px 64px}
    h1{font-size:22px;margin:0}h2{font-size:16px;margin:32px 0 8px}
    .verdict{margin:4px 0 20px;font-weight:600}.good{color:var(--good)}.bad{color:var(--bad)}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(124px,1fr));gap:10px}
    .tiles div,figure{background:var(--card);border:1px solid var(--line);border-radius:10px}
    .tiles div{padding:12px 14px}.tiles b{display:block;font-size:20px;
      font-variant-numeric:tabular-nums}.tiles span{color:var(--soft);font-size:12.5px}
    figure{margin:16px 0 0;padding:14px 14px 6px}
    figcaption{color:var(--soft);font-size:13px}figcaption b{color:var(--ink);font-size:15px}
    .legend{float:right}.key{margin-left:14px}.key i{display:inline-block;width:14px;height:3px;
      border-radius:2px;margin-right:5px;vertical-align:middle}
    .c1{background:var(--c1)}.c2{background:var(--c2)}.c3{background:var(--c3)}.c4{background:var(--c4)}
    svg{display:block;width:100%;height:auto;overflow:visible}
    svg text{fill:var(--soft);font-size:11.5px;font-variant-numeric:tabular-nums}
    .end{text-anchor:end}.mid{text-anchor:middle}.grid{stroke:var(--line)}
    .line{fill:none;stroke-width:1.8;stroke-linejoin:round}.area{opacity:.12}
    .s1{stroke:var(--c1)}.s2{stroke:var(--c2)}.s3{stroke:var(--c3)}.s4{stroke:var(--c4)}
    .f1{fill:var(--c1)}.f2{fill:var(--c2)}.f3{fill:var(--c3)}.f4{fill:var(--c4)}
    .hit{fill:transparent}.hit:hover{fill:var(--ink)}
    table{border-collapse:collapse;width:100%;font-size:13.5px}
    td,th{padding:5px 12px 5px 0;text-align:left;vertical-align:top;border-top:1px solid var(--line)}
    th{font-weight:500;color:var(--soft);white-space:nowrap}code{font-size:12.5px}
    """
  }
}
