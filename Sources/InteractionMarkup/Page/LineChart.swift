/// A line chart. Its shapes are SVG that scales to the available width; text is HTML above it,
/// which keeps its size on any screen. Colours come from the page's style sheet.
struct LineChart {
  /// A line.
  struct Series {
    var name: String
    /// The index of the page's colour, from 1.
    var colour: Int
    /// The points in the order of x; y is nil where nothing was measured: the line has a gap there.
    var points: [(x: Double, y: Double?)]
    /// True if the area down to the axis is filled.
    var isArea = false
    var isDashed = false

    var values: [Double] { self.points.compactMap(\.y) }
  }

  /// A tick on an axis.
  struct Tick {
    var at: Double
    var label: String
    /// True if the label is hidden on a narrow screen.
    var isMinor = false
  }

  /// A vertical line that marks an event, such as a fault.
  struct Annotation {
    var at: Double
    var label: String
    /// The index of the page's colour, from 1.
    var colour: Int
  }

  /// A horizontal line at an objective's bound.
  struct Bound {
    var at: Double
    var label: String
    var isKept: Bool
  }

  var title: String
  /// The unit of the vertical axis.
  var unit: String
  var series: [Series]
  var xMarks: [Tick]
  var xLabel: String
  var annotations: [Annotation] = []
  var bounds: [Bound] = []
  /// False if a neighbouring chart has the legend.
  var hasLegend = true
  /// True for a logarithmic vertical axis.
  var isLogarithmic = false
  /// Formats a value of the vertical axis.
  var format: (Double) -> String

  /// True if no series has a value.
  var isEmpty: Bool { self.series.allSatisfy(\.values.isEmpty) }

  var xScale: ChartScale {
    let all = self.series.flatMap(\.points).map(\.x) + self.xMarks.map(\.at)
    return ChartScale(all.min() ?? 0, all.max() ?? 1)
  }

  var yScale: ChartScale {
    ChartScale(
      self.series.flatMap(\.values) + self.bounds.map(\.at), isLogarithmic: self.isLogarithmic)
  }
}
