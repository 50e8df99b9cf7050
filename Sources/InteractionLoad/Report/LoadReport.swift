package import Foundation
import InteractionChaos
import InteractionCore
import InteractionFiles

/// Everything about a load: what was asked for, where, and what came of it. Written as JSON, read
/// again to compare.
package struct LoadReport: Codable, Sendable {
  /// What kind of file it is.
  package static let format = "interaction-load/2"

  package var format = Self.format
  /// When it began.
  package var began: Date
  /// The command's arguments.
  package var arguments: [String]
  package var configuration: Configuration
  package var machine: Machine
  /// Seconds that count.
  package var seconds: Double
  package var counts: LoadCounts
  package var directiveLatency: LoadTimes
  /// The same by trace and by kind of directive; nil in reports that were written before.
  package var latencyByTrace: [String: LoadTimes]?
  package var latencyByKind: [String: LoadTimes]?
  package var openLatency: LoadTimes
  package var generatorLag: LoadTimes
  package var isGeneratorLate: Bool
  /// Sessions that ended badly, where no objective says how many may.
  package var unexpectedErrors: Int
  package var server: ServerUse?
  /// What was done to the load, if anything was.
  package var harm: LoadHarm?
  package var objectives: [Judgement]
  /// Why it ended before its time, in words; nil if it did not.
  package var endedEarly: String?
  /// How the most load was looked for, if it was; everything else is of the most that was kept.
  package var search: LoadSearch?
  package var rows: [LoadRow]
  /// The first wrong directives, in words.
  package var differences: [String]
  /// Why sessions ended badly, the most frequent cause first.
  package var causes: [Cause]

  /// What every version has.
  private struct Header: Decodable {
    var format: String
  }

  /// What was asked for.
  package struct Configuration: Codable, Sendable {
    package var target: String
    package var scripts: [Script]
    package var shape: String
    package var stages: [Stage]
    /// How many sessions were to begin in all; nil for as many as there was time for.
    package var total: Int?
    package var warmUpSeconds: Double
    /// How many connections the sessions shared; nil if each had one of its own.
    package var connections: Int?
    package var threads: Int
    package var pace: String
    package var spreadSeconds: Double
    package var seed: UInt64
    /// How late the generator was allowed to be in one send of a hundred, microseconds.
    package var allowedLag: Double
  }

  /// What was played.
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

  /// Where it ran.
  package struct Machine: Codable, Sendable {
    package var system: String
    package var cores: Int
    package var memoryBytes: UInt64
  }

  /// Why sessions ended badly.
  package struct Cause: Hashable, Codable, Sendable {
    package var name: String
    package var count: Int
    /// What the first one said; empty if there is no more to say.
    package var example: String
  }

  /// Whether an objective was kept.
  package struct Judgement: Codable, Sendable {
    package var objective: String
    /// Nil if nothing was measured.
    package var value: Double?
    package var isKept: Bool
    /// What was measured, in words.
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
      verdicts.contains { $0.objective.isAboutErrors } ? 0 : result.counts.allErrors
    self.server = result.server
    self.harm = result.harm
    self.objectives = verdicts.map {
      Judgement(
        objective: $0.objective.description, value: $0.value, isKept: $0.isKept, words: $0.words)
    }
    self.endedEarly = result.end.words
    self.rows = result.rows
    self.differences = result.differences
    self.causes = result.causes
  }

  /// Events in a second; nil if no time was measured.
  var eventRate: Double? { self.seconds > 0 ? Double(self.counts.events) / self.seconds : nil }

  /// Reads a report.
  ///
  /// - Throws: ``LoadError`` if the file is none.
  package init(file: URL) throws {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw LoadError(.usage, "\(file.path) cannot be read: \(FileProblem(error))")
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    do {
      guard try decoder.decode(Header.self, from: data).format == Self.format else {
        throw LoadError(
          .usage, "\(file.path) is of another version; write it again with 'interaction-load run'")
      }
      self = try decoder.decode(Self.self, from: data)
      if let problem = self.outOfRange {
        throw LoadError(
          .usage, "\(file.path): \(problem); write it again with 'interaction-load run'")
      }
    } catch let error as LoadError {
      throw error
    } catch {
      throw LoadError(.usage, "\(file.path) is no report of a load, such as 'run --json' writes")
    }
  }

  /// As JSON, with its keys in order.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = .iso8601
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      return try encoder.encode(self)
    }
  }

  /// One line for each second, below a line of names; times in microseconds, or nothing where
  /// nothing was measured.
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
        directives: script.answers.count)
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
      case .times(let factor): "\(LoadWords.plain(factor))x"
      case .window(let frames): "max, \(frames) frames in flight"
      }
    self.spreadSeconds = Double(plan.spread.nanoseconds) / 1e9
    self.seed = plan.seed
    self.allowedLag = plan.allowedLag / .microseconds(1)
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
