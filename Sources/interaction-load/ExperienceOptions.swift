import ArgumentParser
import InteractionCore
import InteractionExperience
import InteractionTrace
import InteractionWire

/// Options for the experience that a trace is replayed with.
struct ExperienceOptions: ParsableArguments {
  @Option(help: "Built-in experience to decide with; by default the trace's.")
  var experience: String?

  @Option(help: ArgumentHelp("File of the experience to decide with.", valueName: "file"))
  var experienceFile: String?

  func validate() throws {
    guard self.experience == nil || self.experienceFile == nil else {
      throw ValidationError("--experience and --experience-file cannot be used together")
    }
  }

  /// Returns a trace with the directives of the experience. A file's definition becomes part of the
  /// trace, so that it can be played where the file is missing.
  func recorded(_ trace: Trace) throws -> Trace {
    let experience = try self.experience(for: trace)
    var recorded = trace.recorded(with: experience)
    if self.experienceFile != nil { recorded.header.definition = experience.definition }
    return recorded
  }

  /// Returns the experience, or exits with its error.
  func experience(for trace: Trace) throws -> Experience {
    try self.experienceFile.map(readExperience)
      ?? builtIn(self.experience ?? trace.header.experience)
  }
}
