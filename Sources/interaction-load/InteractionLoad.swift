import ArgumentParser
import InteractionWire

/// The command line of the load generator and trace tools.
@main
struct InteractionLoad: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "interaction-load",
    abstract: "Plays traces against an engine and compares the directives.",
    discussion: """
      Exit codes: 0 all equal; 98 a replay differs, or its trace is of another version of the \
      experience; 65 a trace cannot be read; 69 the engine is unreachable or ended the session; 64 \
      invalid usage; 1 any other error. See the help of 'run', 'compare' and 'chaos' for theirs.
      """,
    version: "interaction-load \(ReleaseVersion.number)",
    subcommands: [
      RunCommand.self, CompareCommand.self, ReplayCommand.self, RecordCommand.self,
      DrawCommand.self, GenerateCommand.self,
      PrintCommand.self, ScenesCommand.self, FilmCommand.self, WhatIfCommand.self,
      OutcomesCommand.self, ChaosCommand.self,
    ]
  )
}

extension ExitCode {
  /// A replay differs from its recording.
  static let mismatch = ExitCode(98)
  /// A trace cannot be read.
  static let badTrace = ExitCode(65)
  /// The engine cannot be reached, or ended the session.
  static let engineUnavailable = ExitCode(69)
}
