import Foundation
import InteractionFiles
import InteractionHTTP
import InteractionTransport
import NIOCore
import NIOHTTP1

/// The user's own experience files: listed, opened and saved.
extension Playground {
  /// The folder and its files.
  struct Listing: Encodable {
    /// Nil if the playground was started without one.
    var folder: String?
    /// The reason why nothing can be saved; nil if files can.
    var unwritable: String?
    var files: [ExperienceFiles.Listed] = []
  }

  /// A text to be saved.
  struct Save: Decodable {
    let name: String
    let text: String
    /// The version that the text replaces; nil for a new file.
    let version: String?
  }

  /// The version of a file on disk; nil if there is no file.
  struct Version: Encodable {
    let version: String?
  }

  var fileRoutes: [WebRoute] {
    [
      WebRoute(.GET, "/playground/files") { _ in
        await self.answer(without: Listing()) { files throws(ExperienceFiles.Refusal) in
          let unwritable = files.unwritable
          let listed = files.unreadable == nil ? try files.list() : []
          return Listing(folder: files.folder, unwritable: unwritable, files: listed)
        }
      },
      WebRoute(.POST, "/playground/open") { request in
        await self.answer { files throws(ExperienceFiles.Refusal) in
          try files.open(request.text)
        }
      },
      WebRoute(.POST, "/playground/save") { request in
        if let refusal = Self.refusal(of: request) { return refusal }
        let body = Data(request.body.readableBytesView)
        guard let save = try? JSONDecoder().decode(Save.self, from: body) else {
          return HTTPResponse(.badRequest, "the body must be JSON with a name and a text")
        }
        return await self.answer { files throws(ExperienceFiles.Refusal) in
          Version(version: try files.save(save.text, as: save.name, replacing: save.version))
        }
      },
    ]
  }

  /// The reason why a request may write no file; nil if it may. Listeners refuse pages of other
  /// origins; what sends no origin is no page, and another page cannot send JSON without asking.
  private static func refusal(of request: HTTPRequest) -> HTTPResponse? {
    let headers = request.head.headers
    guard headers.contains(name: "origin") else {
      return HTTPResponse(.forbidden, "only the playground's page saves files: there is no origin")
    }
    guard headers["content-type"].first?.hasPrefix("application/json") == true else {
      return HTTPResponse(.unsupportedMediaType, "content-type must be application/json")
    }
    return nil
  }

  /// Answers with what the files give, or with why not.
  ///
  /// - Parameter otherwise: The answer of a playground that has no folder; nil to refuse.
  private func answer<Value: Encodable & Sendable>(
    without otherwise: Value? = nil,
    _ body: @Sendable (ExperienceFiles) throws(ExperienceFiles.Refusal) -> Value
  ) async -> HTTPResponse {
    guard let files = self.files else {
      return otherwise.map { .json($0) }
        ?? HTTPResponse(
          .notFound,
          "the playground has no folder; start it with: interaction-engine playground --experiences"
            + " FOLDER")
    }
    do throws(ExperienceFiles.Refusal) {
      return .json(
        try await self.fileExecutor.run { () throws(ExperienceFiles.Refusal) in try body(files) })
    } catch {
      return switch error {
      case .missing(let reason): HTTPResponse(.notFound, reason)
      case .denied(let reason): HTTPResponse(.forbidden, reason)
      case .mistakes(let problems): .json(Check(problems: problems), .unprocessableEntity)
      case .changed(let version): .json(Version(version: version), .conflict)
      }
    }
  }
}
