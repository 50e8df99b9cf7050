import Foundation
import InteractionCore
import InteractionExperience
import InteractionFiles
import InteractionHTTP
package import InteractionService
package import InteractionTransport
import InteractionWire
import NIOCore
import NIOHTTP1

/// What the playground's page asks its engine for, besides sessions: texts of experiences, whether
/// a text is right, its use, files, recordings, and whether a recording is answered as it was.
package struct Playground: Sendable {
  let engine: Engine
  let files: ExperienceFiles?
  /// Reads and writes files one after the other: a file is compared and replaced in one step.
  let fileExecutor = FileExecutor(label: "playground-files")

  /// - Parameters:
  ///   - engine: One that records.
  ///   - files: The files that the page may open and save; nil for none.
  package init(_ engine: Engine, files: ExperienceFiles? = nil) {
    self.engine = engine
    self.files = files
  }

  /// The page, and everything that it asks for.
  package var routes: [WebRoute] {
    WebPages.playground + self.fileRoutes + [
      WebRoute(.GET, "/playground/experiences") { _ in .json(Self.experiences) },
      WebRoute(.POST, "/playground/check") { request in
        .json(Check(problems: ReadText(request.text).problems))
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

  /// An experience that comes with the engine.
  struct Sample: Encodable {
    let name: String
    let yaml: String
  }

  private static var experiences: [Sample] {
    let definitions = (try? BuiltInExperiences.definitions) ?? []
    return zip(definitions, BuiltInExperiences.texts).map { Sample(name: $0.name, yaml: $1) }
  }

  struct Check: Encodable {
    let problems: [TextProblem]
  }

  struct Applied: Encodable {
    /// The name that sessions open it by.
    let experience: String
    let digest: String
    /// Warnings.
    let problems: [TextProblem]
  }

  private static func apply(_ yaml: String, to engine: Engine) -> HTTPResponse {
    let text = ReadText(yaml)
    guard case .experience(let definition, _) = text, let applied = try? engine.apply(definition)
    else { return .json(Check(problems: text.problems), .badRequest) }
    return .json(
      Applied(experience: applied.name, digest: applied.digest, problems: text.problems))
  }
}

extension HTTPRequest {
  /// The body as text.
  var text: String { String(buffer: self.body) }
}

extension HTTPResponse {
  /// A value as JSON.
  static func json(_ value: some Encodable, _ status: HTTPResponseStatus = .ok) -> HTTPResponse {
    let body = (try? JSONEncoder().encode(value)).map { Array($0) } ?? []
    return HTTPResponse(status, type: "application/json", body: body)
  }
}
