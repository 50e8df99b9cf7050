import Foundation
import InteractionCore
import InteractionExperience
package import InteractionService
package import InteractionTransport
import InteractionWire
import NIOCore
import NIOHTTP1

/// What the playground's page asks its engine for, besides sessions: texts of experiences, whether
/// a text is right, its use, recordings, and whether a recording is answered as it was.
package struct Playground: Sendable {
  let engine: Engine

  /// - Parameter engine: One that records.
  package init(_ engine: Engine) {
    self.engine = engine
  }

  /// The page, and everything that it asks for.
  package var routes: [WebRoute] {
    WebPages.playground + [
      WebRoute(.GET, "/playground/experiences") { _ in .json(Self.experiences) },
      WebRoute(.POST, "/playground/check") { request in
        .json(Check(problems: Self.read(request.text).problems))
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

  /// What is wrong with a text, and where.
  struct Problem: Encodable {
    let line: Int
    let column: Int
    let field: String
    let message: String
  }

  struct Check: Encodable {
    let problems: [Problem]
  }

  struct Applied: Encodable {
    /// The name that sessions open it by.
    let experience: String
    let digest: String
  }

  private static func read(
    _ yaml: String
  ) -> (definition: Proto.ExperienceDefinition?, problems: [Problem]) {
    do throws(ExperienceError) {
      let definition = try Proto.ExperienceDefinition(yaml: yaml)
      _ = try Experience(definition)
      return (definition, [])
    } catch {
      let places = YAMLPlaces(yaml)
      let problems = error.violations.map { violation in
        let (place, message) = places.split(violation)
        return Problem(
          line: place.line, column: place.column, field: violation.field, message: message)
      }
      return (nil, problems)
    }
  }

  private static func apply(_ yaml: String, to engine: Engine) -> WebResponse {
    let (definition, problems) = Self.read(yaml)
    guard let definition, let applied = try? engine.apply(definition) else {
      return .json(Check(problems: problems), .badRequest)
    }
    return .json(Applied(experience: applied.name, digest: applied.digest))
  }
}

extension WebRequest {
  /// The body as text.
  fileprivate var text: String { String(buffer: self.body) }
}

extension WebResponse {
  /// A value as JSON.
  static func json(_ value: some Encodable, _ status: HTTPResponseStatus = .ok) -> WebResponse {
    let body = (try? JSONEncoder().encode(value)).map { Array($0) } ?? []
    return WebResponse(status, type: "application/json", body: body)
  }
}
