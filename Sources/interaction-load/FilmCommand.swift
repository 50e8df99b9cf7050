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
    abstract: "Draw the phone over a trace: an animated picture, and a strip of moments.",
    discussion: """
      The film plays in browsers and wherever pictures show; it has no script, and stands still for \
      people who ask for less motion. The directives are those of the engine itself, by the experience \
      that answers.
      """
  )

  @Argument(help: "The trace: a file, or the name of a bundled one.")
  var trace: String

  @Option(name: .shortAndLong, help: "Where to write the film, an SVG file.")
  var output: OutputFile?

  @Option(help: "Where to write the strip, an SVG file.")
  var strip: OutputFile?

  @OptionGroup
  var answering: ExperienceOptions

  func validate() throws {
    if self.output == nil && self.strip == nil {
      throw ValidationError("nothing to draw: give --output, --strip or both")
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
