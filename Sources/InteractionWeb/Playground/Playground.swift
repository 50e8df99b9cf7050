import Foundation
import InteractionCore
import InteractionExperience
import InteractionFiles
import InteractionHTTP
package import InteractionService
package import InteractionTransport
import InteractionWhatIf
import InteractionWire
import NIOCore
import NIOHTTP1

/// The backend of the playground page, apart from sessions: it returns the built-in experiences,
/// checks and applies experience texts, opens and saves files, downloads and replays recordings,
/// and plays those of a folder through edited texts.
package struct Playground: Sendable {
  let engine: Engine
  let files: ExperienceFiles?
  /// The recordings that are played through edited experiences; nil if there is no folder.
  let recordings: RecordingCache?
  /// A serial executor, so that a file's version is compared and the file replaced in one step.
  let fileExecutor = FileExecutor(label: "playground-files")

  /// - Parameters:
  ///   - engine: An engine that records its sessions.
  ///   - files: The files that the page may open and save; nil for none.
  ///   - recordings: The folder of recordings that the page plays through edited experiences; nil
  ///     for the engine's own.
  package init(_ engine: Engine, files: ExperienceFiles? = nil, recordings: String? = nil) {
    self.engine = engine
    self.files = files
    self.recordings = (recordings ?? engine.recordingFolder?.path)
      .map { RecordingCache(folder: $0) }
  }

  /// The routes of the page and of its requests.
  package var routes: [WebRoute] {
    WebPages.playground + self.fileRoutes + self.whatIfRoutes + [
      WebRoute(.GET, "/playground/experiences") { _ in .json(Self.experiences) },
      WebRoute(.POST, "/playground/check") { request in
        .json(CheckResponse(problems: ParsedExperienceText(request.text).problems))
      },
      WebRoute(.POST, "/playground/apply") { [engine] request in
        Self.apply(request.text, to: engine)
      },
      WebRoute(.POST, "/playground/replay") { [engine] request in
        await Self.replay(Array(request.body.readableBytesView), of: engine)
      },
      WebRoute(.POST, "/playground/recording") { [engine] request in
        await Self.recording(of: request.text, by: engine)
      },
    ]
  }

  // MARK: Experiences

  /// A built-in experience.
  struct Sample: Encodable {
    let name: String
    let yaml: String
  }

  private static var experiences: [Sample] {
    let definitions = (try? BuiltInExperiences.definitions) ?? []
    return zip(definitions, BuiltInExperiences.texts).map { Sample(name: $0.name, yaml: $1) }
  }

  struct CheckResponse: Encodable {
    let problems: [TextProblem]
  }

  struct ApplyResponse: Encodable {
    /// The name by which sessions open it.
    let experience: String
    let digest: String
    /// Warnings.
    let problems: [TextProblem]
  }

  private static func apply(_ yaml: String, to engine: Engine) -> HTTPResponse {
    let text = ParsedExperienceText(yaml)
    guard case .experience(let definition, _) = text, let applied = try? engine.apply(definition)
    else { return .json(CheckResponse(problems: text.problems), .badRequest) }
    return .json(
      ApplyResponse(experience: applied.name, digest: applied.digest, problems: text.problems))
  }
}

extension HTTPRequest {
  /// The body decoded as UTF-8.
  var text: String { String(buffer: self.body) }
}

extension HTTPResponse {
  /// Responds with a value as JSON.
  static func json(_ value: some Encodable, _ status: HTTPResponseStatus = .ok) -> HTTPResponse {
    let body = (try? JSONEncoder().encode(value)).map { Array($0) } ?? []
    return HTTPResponse(status, type: "application/json", body: body)
  }
}
