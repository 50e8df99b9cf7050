public import InteractionCore
public import InteractionExperience
import InteractionWire

/// The versions of an experience with one or two of its numbers varied.
public struct Sweep: Sendable {
  /// The maximum number of versions.
  static let maximumPoints = 400

  /// A version of the sweep.
  public struct Point: Sendable {
    /// The values, by axis.
    public var values: [Double]
    public var version: Experience
  }

  /// The reason why a sweep is not possible.
  public struct Problem: Error, CustomStringConvertible, Sendable {
    public let description: String
  }

  public let axes: [SweepAxis]
  /// The points; the last axis varies fastest.
  public let points: [Point]

  /// - Throws: ``Problem`` for a path that does not lead to a number, a value that the experience
  ///   does not allow, or too many points.
  public init(_ axes: [SweepAxis], of file: ExperienceFile) throws(Problem) {
    let count = axes.reduce(1) { $0 * $1.values.count }
    guard (1 ... 2).contains(axes.count) else {
      throw Problem(description: "a sweep has \(axes.count) fields; must be one or two")
    }
    guard Set(axes.map(\.path)).count == axes.count else {
      throw Problem(description: "\(axes[0].path) is swept twice; sweep two different fields")
    }
    guard count <= Self.maximumPoints else {
      throw Problem(
        description: "the sweep has \(count) points; must be at most \(Self.maximumPoints):"
          + " use larger steps")
    }
    var combinations: [[Double]] = [[]]
    for axis in axes {
      combinations = combinations.flatMap { one in axis.values.map { one + [$0] } }
    }
    var points: [Point] = []
    for values in combinations {
      var definition = file.definition
      do {
        for (axis, value) in zip(axes, values) {
          definition = try FieldPath.setting(axis.path, to: value, in: definition)
        }
        points.append(Point(values: values, version: try Experience(definition)))
      } catch {
        let words = zip(axes, values).map { "\($0.path)=\(ReportNumber.text($1))" }
        throw Problem(description: "--sweep \(words.joined(separator: ", ")): \(error)")
      }
    }
    self.axes = axes
    self.points = points
  }
}
