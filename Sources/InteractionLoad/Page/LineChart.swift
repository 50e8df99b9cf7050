/// Lines over a common axis. Their shapes are SVG that takes whatever room there is; words are HTML
/// above it, which has the same size on any screen. Colours come from the page.
struct LineChart {
  /// A line.
  struct Series {
    var name: String
    /// Which of the page's colours, from 1.
    var colour: Int
    /// In the order of x; y is nil where nothing was measured, and the line has a gap.
    var points: [(x: Double, y: Double?)]
    /// Filled down to the axis.
    var isArea = false
    var isDashed = false

    var values: [Double] { self.points.compactMap(\.y) }
  }

  /// A mark on an axis.
  struct Mark {
    var at: Double
    var label: String
    /// Left out where there is little room.
    var isMinor = false
  }

  /// A moment at which something was done, across the whole height.
  struct Moment {
    var at: Double
    var label: String
    /// Which of the page's colours, from 1.
    var colour: Int
  }

  /// A bound, across the whole width.
  struct Bound {
    var at: Double
    var label: String
    var isKept: Bool
  }

  var title: String
  /// What the vertical axis counts.
  var unit: String
  var series: [Series]
  var xMarks: [Mark]
  var xLabel: String
  var moments: [Moment] = []
  var bounds: [Bound] = []
  /// Whether its legend is beside another chart.
  var hasLegend = true
  /// Whether each step upwards is ten times the one before.
  var isLogarithmic = false
  /// Writes a value.
  var format: (Double) -> String

  /// Whether there is nothing to draw.
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
