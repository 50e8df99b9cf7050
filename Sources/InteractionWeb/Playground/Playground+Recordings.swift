import Foundation
import InteractionHTTP
import InteractionReplay
import InteractionService
import InteractionTrace
import InteractionTransport
import NIOHTTP1

/// Downloading and replaying recorded sessions.
extension Playground {
  /// The result of replaying a recording.
  struct ReplayResponse: Encodable {
    let equal: Bool
    let events: Int
    let directives: Int
    /// The differences between recorded and replayed directives, as lines; empty if there are none.
    let differences: [String]
  }

  /// Replays a recording with the core.
  static func replay(_ bytes: [UInt8], of engine: Engine) async -> HTTPResponse {
    do {
      let recorded = try Trace(contentsOf: Data(bytes))
      let answered = try LocalReplay(engine.completed(recorded)).answered
      let comparison = LocalReplay.comparison(of: recorded, with: answered)
      return .json(
        ReplayResponse(
          equal: comparison.differences.isEmpty, events: recorded.steps.count,
          directives: answered.directives.count,
          differences: comparison.lines(since: recorded.header.start)))
    } catch {
      return HTTPResponse(.badRequest, "the trace cannot be replayed: \(error)")
    }
  }

  /// Responds with the recording of a session's newest connection so far, as text.
  static func recording(of session: String, by engine: Engine) async -> HTTPResponse {
    guard let data = await engine.recording(of: session),
      let trace = try? Trace(contentsOf: data)
    else {
      return HTTPResponse(.notFound, "the session has no recording yet")
    }
    var response = HTTPResponse(
      .ok, type: "text/plain; charset=utf-8", body: Array(trace.text.utf8))
    response.headers.add(
      name: "content-disposition", value: "attachment; filename=\"\(session).txt\"")
    return response
  }
}
