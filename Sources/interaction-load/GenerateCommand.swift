import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionCore
import InteractionExperience
import InteractionFiles
import InteractionReplay
import InteractionTrace

/// Generates sessions.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate a session from a seed, with the physics of a phone's scroll views.",
    discussion: """
      The same seed gives the same session on every machine. --sessions writes many, of \
      consecutive seeds, into a folder.
      """
  )

  @Option(help: "Seed of the session, or of the first one", within: 0 ... UInt64.max)
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Built-in experience to decide with. (default: home-refined; with --sessions all in turn)",
      valueName: "experience"))
  var experience: String?

  @Option(help: "Number of sessions", within: 1 ... 1_000_000)
  var sessions: Int?

  @Flag(help: "Let the app change too: content sizes, lists, pages, items, the bar and the floor.")
  var changes = false

  @Flag(help: "Write the tour of the demo instead of a generated session.")
  var tour = false

  @Option(
    name: .shortAndLong,
    help: """
      File to write: .trace is binary, any other is text. With --sessions a folder, for files such \
      as home-refined-1.trace.
      """)
  var output: OutputFile

  func validate() throws {
    if self.tour, self.sessions != nil || self.changes {
      throw ValidationError("--tour cannot be combined with --sessions or --changes")
    }
  }

  func run() throws {
    if let sessions = self.sessions { return try self.write(sessions) }
    let experience = try builtIn(self.experience ?? "home-refined")
    let trace = self.trace(experience, seed: self.seed)
    try self.output.save(trace.data(for: self.output.path))
    print(
      "\(trace.steps.count) events in \(trace.duration.seconds) s,"
        + " \(trace.directives.count) directives")
  }

  /// Writes sessions into the output's folder.
  private func write(_ count: Int) throws {
    let experiences = try self.experience.map { [try builtIn($0)] } ?? BuiltInExperiences.all
    let folder = URL(fileURLWithPath: self.output.path, isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      Console.error("interaction-load: cannot create \(self.output.path): \(error)")
      throw ExitCode.cannotWrite
    }
    let progress = ProgressLine(label: "generate")
    defer { progress.finish() }
    var (events, directives) = (0, 0)
    for index in 0 ..< count {
      let experience = experiences[index % experiences.count]
      let seed = self.seed &+ UInt64(index)
      let trace = self.trace(experience, seed: seed)
      let file = folder.appendingPathComponent("\(experience.name)-\(seed).trace")
      try OutputFile(file.path).save(trace.data(for: file.path))
      events += trace.steps.count
      directives += trace.directives.count
      progress.draw(index + 1, of: count, "\(index + 1)/\(count) sessions ")
    }
    progress.print("\(count) sessions: \(events) events, \(directives) directives")
  }

  private func trace(_ experience: Experience, seed: UInt64) -> Trace {
    if self.tour {
      var tour = HomeScreenTour(of: experience)
      return tour.trace()
    }
    var generator = SessionGenerator(seed: seed, plan: self.changes ? .changing : .everything)
    return generator.trace(experience: experience.name).recorded(with: experience)
  }
}
