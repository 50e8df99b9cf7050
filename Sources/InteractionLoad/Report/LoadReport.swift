package import Foundation
import InteractionChaos
import InteractionCore
import InteractionFiles

/// The report of a load: its configuration, machine and results. Written as JSON, and read again to
/// compare.
package struct LoadReport: Codable, Sendable {
  /// The format's name and version.
  package static let format = "interaction-load/2"

  package var format = Self.format
  /// The start of the load.
  package var began: Date
  /// The command's arguments.
  package var arguments: [String]
  package var configuration: Configuration
  package var machine: Machine
  /// The measured seconds, without the warm-up.
  package var seconds: Double
  package var counts: LoadCounts
  package var directiveLatency: LatencyDistribution
  /// The same latency by trace and by directive type; nil in reports of earlier versions.
  package var latencyByTrace: [String: LatencyDistribution]?
  package var latencyByKind: [String: LatencyDistribution]?
  package var openLatency: LatencyDistribution
  package var generatorLag: LatencyDistribution
  package var isGeneratorLate: Bool
  /// Sessions that ended with an error, unless an objective bounds their number.
  package var unexpectedErrors: Int
  package var server: ServerUsage?
  /// The injected faults and the recovery; nil without faults.
  package var harm: LoadFaultReport?
  package var objectives: [ObjectiveResult]
  /// The reason for an early end as text; nil if it did not end early.
  package var endedEarly: String?
  /// The limit search, if there was one; everything else is of the highest level that met the
  /// objectives.
  package var search: LoadSearch?
  package var rows: [LoadSecondReport]
  /// Descriptions of the first mismatches.
  package var differences: [String]
  /// The causes of sessions' errors, the most frequent first.
  package var causes: [Cause]

  /// The fields of every format version.
  private struct Header: Decodable {
    var format: String
  }

  /// The configuration of the load.
  package struct Configuration: Codable, Sendable {
    package var target: String
    package var scripts: [Script]
    package var shape: String
    package var stages: [Stage]
    /// The total number of sessions; nil for no limit but the time.
    package var total: Int?
    package var warmUpSeconds: Double
    /// The number of connections that the sessions shared; nil if each had its own.
    package var connections: Int?
    package var threads: Int
    package var pace: String
    package var spreadSeconds: Double
    package var seed: UInt64
    /// The largest accepted 99th percentile of the generator's lag, microseconds.
    package var allowedLag: Double
  }

  /// A script that was played.
  package struct Script: Codable, Sendable {
    package var name: String
    package var weight: Double
    package var seconds: Double
    package var events: Int
    package var frames: Int
    package var skippedSamples: Int
    package var directives: Int
  }

  package struct Stage: Codable, Sendable {
    package var seconds: Double
    package var level: Double
    package var isStep: Bool
  }

  /// The machine of the load generator.
  package struct Machine: Codable, Sendable {
    package var system: String
    package var cores: Int
    package var memoryBytes: UInt64
  }

  /// A cause of sessions' errors.
  package struct Cause: Hashable, Codable, Sendable {
    package var name: String
    package var count: Int
    /// The first message; may be empty.
    package var example: String
  }

  /// The evaluation of an objective.
  package struct ObjectiveResult: Codable, Sendable {
    package var objective: String
    /// The measured value in the objective's unit; nil if nothing was measured.
    package var value: Double?
    package var isKept: Bool
    /// The measured value as text.
    package var words: String
  }

  package init(
    _ result: LoadResult, of plan: LoadPlan, began: Date, arguments: [String],
    verdicts: [Objective.Verdict], search: LoadSearch? = nil
  ) {
    self.search = search
    self.began = began
    self.arguments = arguments
    self.configuration = Configuration(plan)
    self.machine = Machine.this
    self.seconds = result.measuredSeconds
    self.counts = result.counts
    self.directiveLatency = result.directives
    self.latencyByTrace = result.traces
    self.latencyByKind = result.kinds
    self.openLatency = result.openings
    self.generatorLag = result.lag
    self.isGeneratorLate = result.isGeneratorLate
    self.unexpectedErrors =
      verdicts.contains { $0.objective.boundsErrors } ? 0 : result.counts.allErrors
    self.server = result.server
    self.harm = result.faultReport
    self.objectives = verdicts.map {
      ObjectiveResult(
        objective: $0.objective.description, value: $0.value, isKept: $0.isMet,
        words: $0.formattedValue)
    }
    self.endedEarly = result.end.words
    self.rows = result.rows
    self.differences = result.differences
    self.causes = result.causes
  }

  /// Events per second; nil if no time was measured.
  var eventRate: Double? { self.seconds > 0 ? Double(self.counts.events) / self.seconds : nil }

  /// Reads a report.
  ///
  /// - Throws: ``LoadError`` if the file cannot be read or is not a valid report.
  package init(file: URL) throws {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw LoadError(.invalidArgument, "\(file.path) cannot be read: \(FileError(error))")
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      guard try decoder.decode(Header.self, from: data).format == Self.format else {
        throw LoadError(
          .invalidArgument,
          "\(file.path) has another format version; run 'interaction-load run' again")
      }
      self = try decoder.decode(Self.self, from: data)
      if let problem = self.outOfRange {
        throw LoadError(
          .invalidArgument, "\(file.path): \(problem); run 'interaction-load run' again")
      }
    } catch let error as LoadError {
      throw error
    } catch {
      throw LoadError(
        .invalidArgument, "\(file.path) is not a report of 'interaction-load run --json'")
    }
  }

  /// The report as JSON with sorted keys.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      return try encoder.encode(self)
    }
  }

  /// The seconds as CSV with a header line; times in microseconds, empty where nothing was
  /// measured.
  package var csv: String {
    let names =
      "second,sessions,opened,ended,events,directives,wrong,errors,p50_us,p99_us,max_us,lag_us"
    let lines = self.rows.map { row in
      let counts = [
        row.second, row.active, row.opened, row.ended, row.events, row.directives,
        row.mismatches, row.errors,
      ]
      let times = [row.p50, row.p99, row.max, row.lag]
      return (counts.map { "\($0)" } + times.map { $0.map { "\($0)" } ?? "" })
        .joined(separator: ",")
    }
    return ([names] + lines).joined(separator: "\n") + "\n"
  }
}

extension LoadReport.Configuration {
  init(_ plan: LoadPlan) {
    self.target = "\(plan.target)"
    self.scripts = plan.scripts.scripts.map { script, weight in
      LoadReport.Script(
        name: script.name, weight: weight,
        seconds: Double(script.duration.microseconds) / 1e6, events: script.events,
        frames: script.frames.count, skippedSamples: script.skipped,
        directives: script.expectedDirectives.count)
    }
    self.shape =
      switch plan.shape {
      case .closed: "closed"
      case .open(let isPoisson): isPoisson ? "open, Poisson" : "open, constant"
      }
    self.stages = plan.stages.map {
      LoadReport.Stage(
        seconds: Double($0.duration.nanoseconds) / 1e9, level: $0.level, isStep: $0.isStep)
    }
    self.total = plan.total
    self.warmUpSeconds = Double(plan.warmUp.nanoseconds) / 1e9
    self.connections = plan.target.wire == .http2 ? plan.connections : nil
    self.threads = plan.threads
    self.pace =
      switch plan.pace {
      case .times(let factor): "\(LoadFormat.number(factor))x"
      case .window(let frames): "max, \(frames) frames in flight"
      }
    self.spreadSeconds = Double(plan.maximumStartDelay.nanoseconds) / 1e9
    self.seed = plan.seed
    self.allowedLag = plan.maximumLag / .microseconds(1)
  }
}

extension LoadReport.Machine {
  static var this: Self {
    let process = ProcessInfo.processInfo
    return Self(
      system: process.operatingSystemVersionString, cores: process.activeProcessorCount,
      memoryBytes: process.physicalMemory)
  }
}
