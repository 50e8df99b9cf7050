package import Foundation
import InteractionCore

/// Everything about a load: what was asked for, where, and what came of it. Written as JSON, read
/// again to compare.
package struct LoadReport: Codable, Sendable {
  /// What kind of file it is.
  package static let format = "interaction-load/1"

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
  package var openLatency: LoadTimes
  package var generatorLag: LoadTimes
  package var isGeneratorLate: Bool
  /// Sessions that ended badly, where no objective says how many may.
  package var unexpectedErrors: Int
  package var server: ServerUse?
  /// What was done to the load, if anything was.
  package var harm: LoadHarm?
  package var objectives: [Judgement]
  package var rows: [LoadRow]
  /// The first things that went wrong, in words.
  package var differences: [String]

  /// What was asked for.
  package struct Configuration: Codable, Sendable {
    package var target: String
    package var scripts: [Script]
    package var shape: String
    package var stages: [Stage]
    package var warmUpSeconds: Double
    package var connections: Int
    package var threads: Int
    package var pace: String
    package var spreadSeconds: Double
    package var seed: UInt64
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

  /// Whether an objective was kept.
  package struct Judgement: Codable, Sendable {
    package var objective: String
    package var value: Double
    package var isKept: Bool
    /// What was measured, in words.
    package var words: String
  }

  package init(
    _ result: LoadResult, of plan: LoadPlan, began: Date, arguments: [String],
    verdicts: [Objective.Verdict]
  ) {
    self.began = began
    self.arguments = arguments
    self.configuration = Configuration(plan)
    self.machine = Machine.this
    self.seconds = result.measuredSeconds
    self.counts = result.counts
    self.directiveLatency = result.directives
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
    self.rows = result.rows
    self.differences = result.differences
  }

  /// Reads a report.
  ///
  /// - Throws: ``LoadError`` if the file is none.
  package init(file: URL) throws {
    do {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      self = try decoder.decode(Self.self, from: try Data(contentsOf: file))
    } catch {
      throw LoadError(.usage, "\(file.path) is not a report of 'interaction-load run': \(error)")
    }
    guard self.format == Self.format else {
      throw LoadError(.usage, "\(file.path) is of format '\(self.format)', not '\(Self.format)'")
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

  /// One line for each second, below a line of names; times in microseconds.
  package var csv: String {
    let names =
      "second,sessions,opened,events,directives,wrong,errors,p50_us,p99_us,max_us,lag_us"
    let lines = self.rows.map { row in
      [
        "\(row.second)", "\(row.active)", "\(row.opened)", "\(row.events)", "\(row.directives)",
        "\(row.mismatches)", "\(row.errors)", "\(row.p50)", "\(row.p99)", "\(row.max)",
        "\(row.lag)",
      ].joined(separator: ",")
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
    self.warmUpSeconds = Double(plan.warmUp.nanoseconds) / 1e9
    self.connections = plan.connections
    self.threads = plan.threads
    self.pace =
      switch plan.pace {
      case .times(let factor): "\(LoadWords.plain(factor))x"
      case .window(let frames): "max, \(frames) frames in flight"
      }
    self.spreadSeconds = Double(plan.spread.nanoseconds) / 1e9
    self.seed = plan.seed
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
