import ArgumentParser
import InteractionService
import Metrics

/// An argument of the form `name=value`.
struct LimitChange {
  let limit: Limit
  let value: Int

  init(_ argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let limit = Limit.named(String(parts[0])) else {
      let names = Limit.all.map(\.name).joined(separator: ", ")
      throw ValidationError("must be NAME=VALUE with one of these names: \(names)")
    }
    guard let value = Int(parts[1]), limit.range.contains(value) else {
      throw ValidationError("must be \(limit.range.words)")
    }
    self.limit = limit
    self.value = value
  }
}

extension Limit {
  /// The limits with default values, as `name=value`.
  static var defaults: [String] {
    let defaults = ServerConfiguration()
    return Self.all.compactMap { limit in
      limit.value(defaults).map { "\(limit.name)=\($0)" }
    }
  }

  /// The limits with their defaults and ranges, as a table.
  static var table: String {
    let defaults = ServerConfiguration()
    return Self.all.map { limit in
      let name = limit.name.padding(to: 25)
      let value = limit.value(defaults).map(String.init) ?? limit.unsetText
      return "\(name) \(value.padding(to: 7)) (\(limit.range.words))"
    }.joined(separator: "\n")
  }
}

extension ServerConfiguration {
  /// Exports each limit as a metric with its name as a label.
  func exportLimits() {
    for limit in Limit.all {
      guard let value = limit.value(self) else { continue }
      Meter(label: "interaction_limit", dimensions: [("name", limit.name)]).set(value)
    }
  }
}

extension ClosedRange<Int> {
  fileprivate var words: String { "\(self.lowerBound) to \(self.upperBound)" }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - self.count, 0))
  }
}
