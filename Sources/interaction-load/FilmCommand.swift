import ArgumentParser
import Foundation
import InteractionCore
import InteractionFiles
import InteractionReplay
import InteractionTrace

/// Draws what a user sees.
struct FilmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "film",
    abstract: "Draw the phone over a trace: an animated picture, and a strip of moments.",
    discussion: """
      The film plays in browsers and wherever pictures show; it has no script, and stands still for \
      people who ask for less motion. The directives are those of the engine itself, by the built-in \
      experience that the trace names, or by the one of --experience-file.
      """
  )

  @Argument(help: "The trace: a file, or the name of a bundled one.")
  var trace: String

  @Option(help: "Where to write the film, an SVG file.")
  var svg: OutputFile?

  @Option(help: "Where to write the strip, an SVG file.")
  var strip: OutputFile?

  @Option(help: ArgumentHelp("The file of the experience that answers.", valueName: "file"))
  var experienceFile: String?

  func validate() throws {
    if self.svg == nil && self.strip == nil {
      throw ValidationError("nothing to draw: give --svg, --strip or both")
    }
  }

  func run() throws {
    let trace = try BundledTrace(rawValue: self.trace)?.trace ?? readTrace(self.trace)
    let experience =
      try self.experienceFile.map(readExperience) ?? builtIn(trace.header.experience)
    let film = Film(trace, by: experience)
    if let svg = self.svg {
      try svg.save(Data(film.svg.utf8))
      print("film drawn to \(svg.path)")
    }
    if let strip = self.strip {
      try strip.save(Data(film.strip.utf8))
      print("strip drawn to \(strip.path)")
    }
  }
}
