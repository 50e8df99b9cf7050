import Foundation
import InteractionFiles
import InteractionHTTP
import InteractionTransport
import NIOCore
import NIOHTTP1

/// Listing, opening and saving the user's experience files.
extension Playground {
  /// The folder and its files.
  struct Listing: Encodable {
    /// The folder; nil if the playground was started without one.
    var folder: String?
    /// The reason why files cannot be saved; nil if they can.
    var unwritable: String?
    var files: [ExperienceFiles.FileListing] = []
  }

  /// The body of a save request.
  struct SaveRequest: Decodable {
    let name: String
    let text: String
    /// The version to replace; nil for a new file.
    let version: String?
  }

  /// The version of a file on disk; nil if it does not exist.
  struct Version: Encodable {
    let version: String?
  }

  var fileRoutes: [WebRoute] {
    [
      WebRoute(.GET, "/playground/files") { _ in
        await self.answer(without: Listing()) { files throws(ExperienceFiles.FileAccessError) in
          let unwritable = files.unwritable
          let listed = files.unreadable == nil ? try files.list() : []
          return Listing(folder: files.folder, unwritable: unwritable, files: listed)
        }
      },
      WebRoute(.POST, "/playground/open") { request in
        await self.answer { files throws(ExperienceFiles.FileAccessError) in
          try files.open(request.text)
        }
      },
      WebRoute(.POST, "/playground/save") { request in
        if let refusal = Self.refusal(of: request) { return refusal }
        let body = Data(request.body.readableBytesView)
        guard let save = try? JSONDecoder().decode(SaveRequest.self, from: body) else {
          return HTTPResponse(.badRequest, "the body must be JSON with a name and a text")
        }
        return await self.answer { files throws(ExperienceFiles.FileAccessError) in
          Version(version: try files.save(save.text, as: save.name, replacing: save.version))
        }
      },
    ]
  }

  /// Returns the refusal of a save request; nil if it may write. Listeners reject cross-origin
  /// pages. A request without an `Origin` header does not come from a page, and a cross-origin page
  /// cannot send JSON without a preflight.
  private static func refusal(of request: HTTPRequest) -> HTTPResponse? {
    let headers = request.head.headers
    guard headers.contains(name: "origin") else {
      return HTTPResponse(
        .forbidden, "the origin header is missing; only the playground's page saves files")
    }
    guard headers["content-type"].first?.hasPrefix("application/json") == true else {
      return HTTPResponse(.unsupportedMediaType, "content-type must be application/json")
    }
    return nil
  }

  /// Responds with the result of `body`, or with its refusal.
  ///
  /// - Parameter otherwise: The response of a playground without a folder; nil to respond with 404.
  private func answer<Value: Encodable & Sendable>(
    without otherwise: Value? = nil,
    _ body: @Sendable (ExperienceFiles) throws(ExperienceFiles.FileAccessError) -> Value
  ) async -> HTTPResponse {
    guard let files = self.files else {
      return otherwise.map { .json($0) }
        ?? HTTPResponse(
          .notFound,
          "the playground has no folder; start it with: interaction-engine playground --experiences"
            + " FOLDER")
    }
    do throws(ExperienceFiles.FileAccessError) {
      return .json(
        try await self.fileExecutor.run { () throws(ExperienceFiles.FileAccessError) in
          try body(files)
        })
    } catch {
      return switch error {
      case .missing(let reason): HTTPResponse(.notFound, reason)
      case .denied(let reason): HTTPResponse(.forbidden, reason)
      case .mistakes(let problems): .json(CheckResponse(problems: problems), .unprocessableEntity)
      case .changed(let version): .json(Version(version: version), .conflict)
      }
    }
  }
}
