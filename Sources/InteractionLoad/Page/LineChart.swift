import Foundation

/// Lines over a common axis, as SVG whose colours come from the page.
struct LineChart {
  /// A line.
  struct Series {
    var name: String
    /// Which of the page's colours, from 1.
    var colour: Int
    var points: [(x: Double, y: Double)]
    /// Filled down to the axis.
    var isArea = false
  }

  /// A mark on an axis.
  struct Mark {
    var at: Double
    var label: String
  }

  var title: String
  /// What the vertical axis counts.
  var unit: String
  var series: [Series]
  var xMarks: [Mark]
  var xLabel: String
  /// Whether each step upwards is ten times the one before.
  var isLogarithmic = false
  /// Writes a value.
  var format: (Double) -> String

  private static let size = (width: 860.0, height: 260.0)
  private static let margin = (left: 70.0, right: 16.0, top: 14.0, bottom: 40.0)

  /// A figure with a caption, a legend and the picture.
  var html: String {
    let legend = self.series.map {
      "<span class=\"key\"><i class=\"c\($0.colour)\"></i>\(Self.escape($0.name))</span>"
    }.joined()
    return """
      <figure><figcaption><b>\(Self.escape(self.title))</b> \(Self.escape(self.unit))\
      <span class="legend">\(legend)</span></figcaption>
      \(self.svg)
      </figure>
      """
  }

  private var points: [(x: Double, y: Double)] { self.series.flatMap(\.points) }
  private var xs: ClosedRange<Double> {
    let all = self.points.map(\.x) + self.xMarks.map(\.at)
    let low = all.min() ?? 0
    return low ... max(all.max() ?? 1, low + 1e-9)
  }

  /// From below the least value to above the largest.
  private var ys: ClosedRange<Double> {
    let values = self.points.map(\.y)
    guard self.isLogarithmic else { return 0 ... Self.niceTop(values.max() ?? 1) }
    let positive = values.filter { $0 > 0 }
    let low = pow(10, floor(log10(positive.min() ?? 1)))
    return low ... max(pow(10, ceil(log10(positive.max() ?? 10))), low * 10)
  }

  /// The next of 1, 2, 2.5, 5 and 10, times a power of ten.
  private static func niceTop(_ value: Double) -> Double {
    guard value > 0 else { return 1 }
    let power = pow(10, floor(log10(value)))
    return ([1, 2, 2.5, 5, 10].first { $0 * power >= value } ?? 10) * power
  }

  private func x(_ value: Double) -> Double {
    let (range, width) = (self.xs, Self.size.width - Self.margin.left - Self.margin.right)
    let part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return Self.margin.left + part * width
  }

  private func y(_ value: Double) -> Double {
    let (range, height) = (self.ys, Self.size.height - Self.margin.top - Self.margin.bottom)
    let part: Double
    if self.isLogarithmic {
      let clamped = max(value, range.lowerBound)
      part = log10(clamped / range.lowerBound) / log10(range.upperBound / range.lowerBound)
    } else {
      part = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
    return Self.margin.top + (1 - part) * height
  }

  private var yMarks: [Double] {
    let range = self.ys
    guard self.isLogarithmic else { return (0 ... 4).map { range.upperBound * Double($0) / 4 } }
    return stride(from: log10(range.lowerBound), through: log10(range.upperBound) + 1e-9, by: 1)
      .map { pow(10, $0) }
  }

  private var svg: String {
    let (size, margin) = (Self.size, Self.margin)
    let bottom = size.height - margin.bottom
    var parts: [String] = []
    for mark in self.yMarks {
      let at = Self.number(self.y(mark))
      parts.append(
        "<line class=\"grid\" x1=\"\(margin.left)\" x2=\"\(size.width - margin.right)\" y1=\"\(at)\""
          + " y2=\"\(at)\"/><text class=\"end\" x=\"\(margin.left - 8)\" y=\"\(at)\" dy=\"4\">"
          + "\(Self.escape(self.format(mark)))</text>")
    }
    for mark in self.xMarks {
      parts.append(
        "<text class=\"mid\" x=\"\(Self.number(self.x(mark.at)))\" y=\"\(bottom + 16)\">"
          + "\(Self.escape(mark.label))</text>")
    }
    parts.append(
      "<text class=\"mid\" x=\"\((margin.left + size.width - margin.right) / 2)\""
        + " y=\"\(size.height - 6)\">\(Self.escape(self.xLabel))</text>")
    for series in self.series where !series.points.isEmpty { parts.append(self.path(of: series)) }
    return "<svg viewBox=\"0 0 \(Int(size.width)) \(Int(size.height))\" role=\"img\""
      + " aria-label=\"\(Self.escape(self.title))\">\(parts.joined(separator: "\n"))</svg>"
  }

  private func path(of series: Series) -> String {
    let places = series.points.map { "\(Self.number(self.x($0.x))) \(Self.number(self.y($0.y)))" }
    let line = "M" + places.joined(separator: "L")
    var parts = ""
    if series.isArea, let first = series.points.first, let last = series.points.last {
      let floor = Self.number(Self.size.height - Self.margin.bottom)
      parts =
        "<path class=\"area f\(series.colour)\" d=\"\(line)L\(Self.number(self.x(last.x))) \(floor)"
        + "L\(Self.number(self.x(first.x))) \(floor)Z\"/>"
    }
    parts += "<path class=\"line s\(series.colour)\" d=\"\(line)\"/>"
    // Under the pointer, each value says what it is.
    for (point, place) in zip(series.points, places) where series.points.count <= 600 {
      let at = place.split(separator: " ")
      parts +=
        "<circle class=\"hit\" cx=\"\(at[0])\" cy=\"\(at[1])\" r=\"6\"><title>"
        + "\(Self.escape(series.name)) \(Self.escape(self.format(point.y)))</title></circle>"
    }
    return parts
  }

  private static func number(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }

  static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
