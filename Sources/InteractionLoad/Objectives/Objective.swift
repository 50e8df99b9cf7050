import InteractionCore
import InteractionFiles

/// A service-level objective of a run, such as `directive_latency:p99<5ms` or `mismatches==0`.
package struct Objective: Hashable, Sendable, CustomStringConvertible {
  /// The measured quantity.
  enum Measure: Hashable, Sendable {
    /// A statistic of a distribution of times.
    case time(TimeMeasure, Statistic)
    /// A count, or a fraction.
    case number(CountMeasure)
  }

  /// A subset of the directive latency.
  enum Selection: Hashable, Sendable {
    /// Directives that answer the events of a trace.
    case trace(String)
    /// Directives of one type.
    case kind(String)
  }

  enum TimeMeasure: String, CaseIterable, Sendable {
    case directiveLatency = "directive_latency"
    case openLatency = "open_latency"
    case generatorLag = "generator_lag"
    /// From the loss of a session's call until the session has resumed.
    case gap
    /// The last attempt's part of a gap.
    case resumeTime = "resume_time"
    /// From SIGTERM to the exit of an engine.
    case exitTime = "exit_time"
  }

  enum Statistic: Hashable, Sendable {
    case percentile(Double)
    case mean
    case max
  }

  enum CountMeasure: String, CaseIterable, Sendable {
    case mismatches
    case errors
    case events = "event_rate"
    case directives = "directive_rate"
    case sessions
    /// Connections that were cut.
    case cuts
    /// Calls that were lost.
    case lost
    case resumed
    case restarted
    /// Connection attempts and connections that failed.
    case failures
    /// Engines that did not restart.
    case failedStarts = "failed_starts"
  }

  enum Comparator: String, CaseIterable, Sendable {
    // Longer operators first: parsing tries them in this order.
    case atMost = "<="
    case atLeast = ">="
    case equal = "=="
    case below = "<"
    case above = ">"
  }

  /// The objective as it was written.
  package let description: String
  let measure: Measure
  /// The selected directives; nil for all.
  let selection: Selection?
  let relation: Comparator
  /// Microseconds, a fraction or a number.
  let bound: Double
  /// True if the bound is a fraction of all sessions, or of all directives.
  let isShare: Bool

  /// Parses an objective.
  ///
  /// - Parameter run: The type of run that it is evaluated on.
  /// - Throws: ``LoadError`` that names the problem and the valid forms.
  package init(_ text: String, of run: RunType = .load) throws {
    self.description = text
    let compact = text.filter { !$0.isWhitespace }
    guard let relation = Comparator.allCases.first(where: { compact.contains($0.rawValue) }),
      let place = compact.firstRange(of: relation.rawValue)
    else {
      throw Self.error(text, "has no comparison; use one of < <= > >= ==")
    }
    let name = compact[..<place.lowerBound]
    let value = String(compact[place.upperBound...])
    self.relation = relation
    let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    if let times = TimeMeasure(rawValue: parts[0]), run.times.contains(times) {
      guard parts.count > 1, let statistic = Statistic(parts[parts.count - 1]) else {
        throw Self.error(text, "\(parts[0]) needs a statistic: p50, p99.9, mean or max")
      }
      guard let bound = Duration(value) else {
        throw Self.error(text, "'\(value)' must be a time such as 500us, 5ms or 1s")
      }
      (self.measure, self.isShare) = (.time(times, statistic), false)
      self.bound = bound / .microseconds(1)
      self.selection = try Self.selection(
        parts.dropFirst().dropLast().joined(separator: ":"), of: times, in: text)
    } else if parts.count == 1, let number = CountMeasure(rawValue: parts[0]),
      run.numbers.contains(number)
    {
      let isShare = value.hasSuffix("%")
      guard let bound = Double(isShare ? String(value.dropLast()) : value), bound >= 0 else {
        throw Self.error(text, "'\(value)' must be a number, at least 0")
      }
      guard !isShare || number == .errors || number == .mismatches else {
        throw Self.error(text, "\(number.rawValue) cannot be a percentage; remove the %")
      }
      (self.measure, self.selection, self.isShare) = (.number(number), nil, isShare)
      self.bound = isShare ? bound / 100 : bound
    } else {
      let known = run.times.map { "\($0.rawValue):p99" } + run.numbers.map(\.rawValue)
      let measures = known.joined(separator: ", ")
      throw Self.error(text, "unknown measure '\(name)'; must be one of \(measures)")
    }
  }

  /// Parses `trace=NAME` or `kind=NAME`; an empty text selects all directives.
  private static func selection(
    _ selector: String, of times: TimeMeasure, in text: String
  ) throws -> Selection? {
    guard !selector.isEmpty else { return nil }
    guard times == .directiveLatency else {
      throw Self.error(text, "\(times.rawValue) cannot be selected by trace or kind")
    }
    let parts = selector.split(separator: "=", maxSplits: 1).map(String.init)
    switch (parts.first, parts.last) {
    case ("trace", let name?) where parts.count == 2: return .trace(name)
    case ("kind", let name?) where parts.count == 2:
      guard Directive.labels.contains(name) else {
        let kinds = Directive.labels.joined(separator: ", ")
        throw Self.error(text, "unknown kind '\(name)'; must be one of \(kinds)")
      }
      return .kind(name)
    default: throw Self.error(text, "'\(selector)' must be trace=NAME or kind=NAME")
    }
  }

  /// Checks that the selected trace is played.
  ///
  /// - Throws: ``LoadError`` that lists the traces.
  package func check(traces: [String]) throws {
    guard case .trace(let name) = self.selection, !traces.contains(name) else { return }
    let known = Set(traces).sorted().joined(separator: ", ")
    throw Self.error(self.description, "trace '\(name)' is not played; must be one of \(known)")
  }

  private static func error(_ text: String, _ words: String) -> LoadError {
    LoadError(.invalidArgument, "objective '\(text)': \(words)")
  }
}

extension Objective.Statistic {
  init?(_ text: String) {
    switch text {
    case "mean": self = .mean
    case "max": self = .max
    default:
      guard text.hasPrefix("p"), let percent = Double(text.dropFirst()), percent > 0,
        percent <= 100
      else { return nil }
      self = .percentile(percent)
    }
  }
}
