import ArgumentParser
import Foundation
import InteractionCore
import InteractionDrawing
import InteractionFiles
import InteractionReplay
import InteractionTrace

/// Draws a trace as an animation and as a strip of frames.
struct FilmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "film",
    abstract: "Render the phone over a trace: an animation and a film strip, as SVG.",
    discussion: """
      The animation plays wherever SVG is displayed. It needs no script, and respects the preference \
      for reduced motion. The directives are those of this version of the engine.
      """
  )

  @Argument(help: "Trace: a file, or the name of a bundled trace.")
  var trace: String

  @Option(name: .shortAndLong, help: "SVG file for the animation.")
  var output: OutputFile?

  @Option(help: "SVG file for the film strip.")
  var strip: OutputFile?

  @OptionGroup
  var answering: ExperienceOptions

  func validate() throws {
    if self.output == nil && self.strip == nil {
      throw ValidationError("nothing to draw; set --output, --strip or both")
    }
  }

  func run() throws {
    let trace = try readTrace(self.trace)
    let film = Film(trace, by: try self.answering.experience(for: trace))
    if let output = self.output {
      try output.save(Data(film.svg.utf8))
      print("film drawn to \(output.path)")
    }
    if let strip = self.strip {
      try strip.save(Data(film.strip.utf8))
      print("strip drawn to \(strip.path)")
    }
  }
}
