import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionCore
import InteractionDrawing
import InteractionExperience
import InteractionFiles
import InteractionReplay
import InteractionTrace

/// Records the engine's directives into traces.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a trace: decide on its events and write them with the directives.",
    discussion: "The extension selects the form: .trace is binary, any other is text."
  )

  @Argument(help: "Trace to read: a file, or the name of a bundled trace.")
  var input: String

  @Option(name: .shortAndLong, help: "File to write; may be the input.")
  var output: OutputFile

  @OptionGroup
  var answering: ExperienceOptions

  func run() throws {
    let trace = try readTrace(self.input)
    let recorded = try self.answering.recorded(trace)
    try self.output.save(recorded.data(for: self.output.path))
    print("\(recorded.steps.count) events, \(recorded.directives.count) directives")
  }
}

/// Prints traces.
struct PrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print", abstract: "Print a trace in its text form.")

  @Argument(help: "Trace: a file, or the name of a bundled trace.")
  var trace: String

  func run() throws {
    print(try readTrace(self.trace).text, terminator: "")
  }
}

/// Draws traces.
struct DrawCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Draw the timeline of a trace, with the curve of each track.",
    discussion: """
      The directives are those of this version of the engine.
      """
  )

  @Argument(help: "Trace: a file, or the name of a bundled trace.")
  var trace: String

  @Option(name: .shortAndLong, help: "SVG file to write.")
  var output: OutputFile

  @OptionGroup
  var answering: ExperienceOptions

  func run() throws {
    let trace = try readTrace(self.trace)
    let experience = try self.answering.experience(for: trace)
    let answered = trace.recorded(with: experience)
    let session = Session(experience: experience, surface: trace.header.surface)
    let lines = experience.sources.map { ($0.id, session.triggerLines(for: $0.id)) }
    let picture = TimelinePicture(
      answered, directives: answered.directives,
      lines: Dictionary(lines) { first, _ in first })
    try self.output.save(Data(picture.svg.utf8))
    print("drawn to \(self.output.path)")
  }
}

/// Writes scene vectors.
struct ScenesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenes",
    abstract: "Write the scenes of a client over a trace, as times and values.",
    discussion: """
      Scene vectors are test data for clients in any language. The directives are those of this \
      version of the engine. --all writes the vectors of all bundled traces, each to its own file.
      """
  )

  @Argument(help: "Trace: a file, or the name of a bundled trace.")
  var trace: String?

  @Option(name: .shortAndLong, help: "File to write; standard output by default.")
  var output: OutputFile?

  @OptionGroup
  var answering: ExperienceOptions

  @Option(
    help: "Delay of a directive after its event",
    note: " A number alone is in milliseconds.", unit: .milliseconds(1),
    within: .zero ... .seconds(60))
  var delay = Duration.zero

  @Option(
    help: ArgumentHelp("Directory for the vectors of all bundled traces.", valueName: "folder"))
  var all: String?

  func validate() throws {
    guard (self.trace == nil) != (self.all == nil) else {
      throw ValidationError("give either a trace or --all")
    }
  }

  func run() throws {
    if let folder = self.all { return try self.writeAll(to: URL(fileURLWithPath: folder)) }
    let trace = try readTrace(self.trace ?? "")
    let experience = try self.answering.experience(for: trace)
    let scenes = SceneText(
      trace, by: experience, delay: TimeSpan(microseconds: self.delay.wholeMicroseconds))
    guard let output = self.output else {
      print(scenes.text, terminator: "")
      return
    }
    try output.save(Data(scenes.text.utf8))
  }

  private func writeAll(to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for vector in SceneVector.all {
      let file = folder.appendingPathComponent("\(vector.name).txt")
      try Data(vector.text.utf8).write(to: file)
    }
    print("\(SceneVector.all.count) vectors in \(folder.relativePath)")
  }
}

/// Reads an experience's file, or exits with its error.
func readExperience(_ path: String) throws -> Experience {
  do {
    return try Experience(file: URL(fileURLWithPath: path))
  } catch {
    throw ValidationError("\(error)")
  }
}

/// Reads a trace file, or a bundled trace by its name; exits with its error.
func readTrace(_ path: String) throws -> Trace {
  do {
    if let bundled = BundledTrace(rawValue: path) { return try bundled.trace }
    return try Trace(file: URL(fileURLWithPath: path))
  } catch {
    Console.error("interaction-load: \(error)")
    throw ExitCode.badTrace
  }
}

func builtIn(_ name: String) throws -> Experience {
  guard let experience = try BuiltInExperiences.named(name) else {
    let names = try BuiltInExperiences.all.map(\.name).joined(separator: ", ")
    throw ValidationError("unknown built-in experience '\(name)'; must be one of \(names)")
  }
  return experience
}
