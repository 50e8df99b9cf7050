import Foundation
import Testing

@testable import InteractionMarkup

@Suite("Charts")
struct LineChartTests {
  private func chart(_ values: [Double?]) -> LineChart {
    LineChart(
      title: "Speed", unit: "m/s",
      series: [
        LineChart.Series(
          name: "fast", colour: 1,
          points: values.enumerated().map { (Double($0.offset), $0.element) })
      ],
      xMarks: [], xLabel: "seconds", format: { "\($0) m" })
  }

  private func count(_ part: String, in text: String) -> Int {
    text.components(separatedBy: part).count - 1
  }

  @Test("A line has a gap where nothing was measured, and a value alone is a dot")
  func gaps() {
    let html = self.chart([1, 2, nil, 3, nil, nil, 4, 5]).html
    #expect(self.count("class=\"line", in: html) == 2)
    #expect(self.count("class=\"dot", in: html) == 1)
    #expect(self.count("class=\"hit\"", in: html) == 5)
  }

  @Test("A chart without a value is empty")
  func empty() {
    #expect(self.chart([]).isEmpty)
    #expect(self.chart([nil, nil]).isEmpty)
    #expect(!self.chart([nil, 0]).isEmpty)
  }

  @Test("Bounds and moments are drawn and named; the axis reaches to a bound")
  func marks() {
    var chart = self.chart([1, 2])
    chart.bounds = [
      LineChart.Bound(at: 70, label: "speed<70", isKept: true),
      LineChart.Bound(at: 1, label: "speed<1", isKept: false),
    ]
    chart.annotations = [0.5, 1].map { LineChart.Annotation(at: $0, label: "cut", colour: 5) }
    #expect(chart.yScale.range == 0 ... 100)
    let html = chart.html
    #expect(html.contains("bound good") && html.contains("speed&lt;70"))
    #expect(html.contains("goal broken"))
    #expect(self.count("class=\"moment", in: html) == 2)
    // One legend entry per kind of event.
    #expect(self.count("</i>cut", in: html) == 1)
  }

  @Test("Axes have round ends, and whole numbers where there are few")
  func axes() {
    #expect(ChartScale([0.1, 37], isLogarithmic: false).range == 0 ... 40)
    #expect(ChartScale([3], isLogarithmic: false).ticks == [0, 1, 2, 3, 4])
    #expect(ChartScale([1], isLogarithmic: false).ticks == [0, 1])
    #expect(ChartScale([30, 4_000], isLogarithmic: true).ticks == [10, 100, 1_000, 10_000])
    #expect(ChartScale([30, 4_000], isLogarithmic: true).fraction(of: 100) == 1.0 / 3)
  }
}
