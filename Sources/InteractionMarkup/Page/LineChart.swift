/// A line chart. Its shapes are SVG that scales to the available width; text is HTML above it,
/// which keeps its size on any screen. Colours come from the page's style sheet.
package struct LineChart {
  /// A line.
  package struct Series {
    package var name: String
    /// The index of the page's colour, from 1.
    package var colour: Int
    /// The points in the order of x; y is nil where nothing was measured: the line has a gap there.
    package var points: [(x: Double, y: Double?)]
    /// True if the area down to the axis is filled.
    package var isArea = false
    package var isDashed = false

    package init(
      name: String, colour: Int, points: [(x: Double, y: Double?)], isArea: Bool = false,
      isDashed: Bool = false
    ) {
      self.name = name
      self.colour = colour
      self.points = points
      self.isArea = isArea
      self.isDashed = isDashed
    }

    package var values: [Double] { self.points.compactMap(\.y) }
  }

  /// A tick on an axis.
  package struct Tick {
    package var at: Double
    package var label: String
    /// True if the label is hidden on a narrow screen.
    package var isMinor = false

    package init(at: Double, label: String, isMinor: Bool = false) {
      self.at = at
      self.label = label
      self.isMinor = isMinor
    }
  }

  /// A vertical line that marks an event, such as a fault.
  package struct Annotation {
    package var at: Double
    package var label: String
    /// The index of the page's colour, from 1.
    package var colour: Int

    package init(at: Double, label: String, colour: Int) {
      self.at = at
      self.label = label
      self.colour = colour
    }
  }

  /// A horizontal line at an objective's bound.
  package struct Bound {
    package var at: Double
    package var label: String
    package var isKept: Bool

    package init(at: Double, label: String, isKept: Bool) {
      self.at = at
      self.label = label
      self.isKept = isKept
    }
  }

  package var title: String
  /// The unit of the vertical axis.
  package var unit: String
  package var series: [Series]
  package var xMarks: [Tick]
  package var xLabel: String
  package var annotations: [Annotation] = []
  package var bounds: [Bound] = []
  /// False if a neighbouring chart has the legend.
  package var hasLegend = true
  /// True for a logarithmic vertical axis.
  package var isLogarithmic = false
  /// Formats a value of the vertical axis.
  package var format: (Double) -> String

  package init(
    title: String, unit: String, series: [Series], xMarks: [Tick], xLabel: String,
    annotations: [Annotation] = [], bounds: [Bound] = [], hasLegend: Bool = true,
    isLogarithmic: Bool = false, format: @escaping (Double) -> String
  ) {
    self.title = title
    self.unit = unit
    self.series = series
    self.xMarks = xMarks
    self.xLabel = xLabel
    self.annotations = annotations
    self.bounds = bounds
    self.hasLegend = hasLegend
    self.isLogarithmic = isLogarithmic
    self.format = format
  }

  /// True if no series has a value.
  package var isEmpty: Bool { self.series.allSatisfy(\.values.isEmpty) }

  var xScale: ChartScale {
    let all = self.series.flatMap(\.points).map(\.x) + self.xMarks.map(\.at)
    return ChartScale(all.min() ?? 0, all.max() ?? 1)
  }

  var yScale: ChartScale {
    ChartScale(
      self.series.flatMap(\.values) + self.bounds.map(\.at), isLogarithmic: self.isLogarithmic)
  }
}
