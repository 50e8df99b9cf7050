import ArgumentParser
import Foundation
import InteractionConsole
import InteractionCore
import InteractionExperience
import InteractionFleet
import InteractionService

/// Publishes experiences to a fleet.
struct Publish: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Publish experiences to all engines of a fleet.",
    discussion: """
      Each file is checked here, then offered to the engines. It is in force once every engine has \
      accepted it, and then for every session that opens; open sessions keep the version that they \
      have. If an engine cannot use it, or does not answer in time, it comes into force nowhere.

      With --checkpoint-keys the file holds the keys that checkpoints are sealed with (see \
      'keygen'): all engines open with new keys before any seals with them.

      Exit codes: 0 all files are in force; 1 one is not; 65 a file has a mistake; 66 a file cannot be \
      read; 69 the store cannot be asked.

      Example: interaction-engine publish home.yaml --fleet-store 127.0.0.1:2379
      """)

  @Argument(help: ArgumentHelp("Experience files: .yaml, .yml or .json.", valueName: "file"))
  var files: [String]

  @Flag(help: "The file holds checkpoint keys, not an experience.")
  var checkpointKeys = false

  @Option(help: ArgumentHelp("How long engines have to accept it, 1 to 600.", valueName: "seconds"))
  var within: Int64 = 30

  @Flag(help: "Publish also if no engine is there; they look at it when they come.")
  var withoutEngines = false

  @OptionGroup
  var fleet: FleetCommandOptions

  func validate() throws {
    guard (1 ... 600).contains(self.within) else {
      throw ValidationError("--within is \(self.within); must be 1 to 600")
    }
    guard !self.checkpointKeys || self.files.count == 1 else {
      throw ValidationError("--checkpoint-keys takes one file")
    }
  }

  func run() async throws {
    // All are checked before the first is offered.
    let versions = try self.files.map(self.read)
    var isAll = true
    for version in versions {
      let line = ProgressLine(label: "publish")
      let outcome = try await self.publish(version, line)
      line.finish()
      if !outcome.tell(of: version) { isAll = false }
    }
    if !isAll { throw ExitCode.failure }
  }

  private func publish(
    _ version: DocumentVersion, _ line: ProgressLine
  ) async throws -> PublishOutcome {
    let (within, needsEngines) = (self.within, !self.withoutEngines)
    return try await self.fleet.withPublisher { publisher async throws(StoreError) in
      try await publisher.publish(version, within: within, needsEngines: needsEngines) { progress in
        switch progress {
        case .offered(let engines): line.draw(0, of: engines, "\(version.name): asking \(engines)")
        case .waiting(let names):
          line.draw(
            0, of: names.count, "\(version.name): waiting for \(names.joined(separator: ", "))")
        }
      }
    }
  }

  private func read(_ file: String) throws -> DocumentVersion {
    let url = URL(fileURLWithPath: file)
    do {
      let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
      if self.checkpointKeys {
        return DocumentVersion(.checkpointKeys, digest: try KeyRing(text).digest, text: text)
      }
      let experience = try Experience(file: url)
      return DocumentVersion(
        DocumentName(.experience, experience.name), digest: experience.digest, text: text)
    } catch let error as ExperienceError {
      for line in "\(error)".split(separator: "\n") { print("\(file): \(line)") }
      throw ExitCode.badDocument
    } catch let error as KeyRing.ReadError {
      for problem in error.problems { print("\(file): \(problem)") }
      throw ExitCode.badDocument
    } catch {
      Console.complain("\(file): cannot be read: \(error.localizedDescription)")
      throw ExitCode.unreadableDocument
    }
  }
}

extension PublishOutcome {
  /// Says how it ended. Returns whether the version is in force.
  func tell(of version: DocumentVersion) -> Bool {
    let what = "\(version.name) \(version.digest.prefix(12))"
    switch self {
    case .inForce(let number):
      Console.line("\(what) is in force on all engines, as number \(number)")
      return true
    case .unchanged:
      Console.line("\(what) was in force already")
      return true
    case .busy(let offer):
      Console.complain("\(what) was not published: \(offer.words); try again when that has ended")
    case .overtaken(let user):
      Console.complain(
        "\(what) was not published: \(user) was faster; look at 'history' and publish again")
    case .refused(let engines):
      Console.complain("\(what) was not published, since engines cannot use it:")
      for (engine, reasons) in engines.sorted(by: { $0.key < $1.key }) {
        for reason in reasons { Console.complain("  \(engine): \(reason)") }
      }
    case .unanswered(let engines):
      let names = engines.isEmpty ? "the engines" : engines.joined(separator: ", ")
      Console.complain("\(what) was not published: \(names) did not answer in time")
    case .noEngines:
      Console.complain(
        "\(what) was not published: no engine is there; see --without-engines")
    }
    return false
  }
}
