import Foundation
import InteractionCore
import InteractionExperience
import InteractionHTTP
import InteractionService
import InteractionTransport
import InteractionWhatIf
import InteractionWire
import NIOCore
import NIOHTTP1

/// Comparing the outcomes of the edited text with those of the saved one.
///
/// The page closes the connection of a request that a newer text supersedes, which cancels it.
extension Playground {
  /// The body of a request.
  struct WhatIfRequest: Decodable, Sendable {
    let saved: String
    let edited: String
    /// The number of recordings to play; nil for all.
    var sample: Int?
    /// The recording whose differences are requested; nil for the outcomes of all.
    var recording: String?
  }

  /// The outcomes.
  struct WhatIfResponse: Encodable {
    /// The number of recordings in the folder.
    let recordings: Int
    /// False if only a sample is played.
    let isComplete: Bool
    let outcomes: OutcomeOverview
  }

  /// The differences of one recording.
  struct DifferencesResponse: Encodable {
    let differences: [String]
  }

  /// The reason why nothing is played.
  struct Unplayable: Error, Encodable {
    let reason: String
  }

  var whatIfRoutes: [WebRoute] {
    [
      WebRoute(.POST, "/playground/what-if") { request in
        await self.answer(request) { asked in
          let comparison = try await self.comparison(asked)
          let summary = try await self.summary(of: comparison)
          return .json(
            WhatIfResponse(
              recordings: comparison.recordings, isComplete: comparison.isComplete,
              outcomes: comparison.overview(of: summary)))
        }
      },
      WebRoute(.POST, "/playground/what-if/differences") { request in
        await self.answer(request) { asked in
          let comparison = try await self.comparison(asked)
          let name = asked.recording ?? ""
          guard
            let lines = try await self.engine.simulate({ _ in
              try comparison.differences(in: name)
            })
          else { return HTTPResponse(.notFound, "there is no recording '\(name.prefix(200))'") }
          return .json(DifferencesResponse(differences: lines))
        }
      },
    ]
  }

  private func answer(
    _ request: HTTPRequest, _ body: (WhatIfRequest) async throws -> HTTPResponse
  ) async -> HTTPResponse {
    guard
      let asked = try? JSONDecoder().decode(
        WhatIfRequest.self, from: Data(request.body.readableBytesView))
    else {
      return HTTPResponse(.badRequest, "the body must be JSON with a saved and an edited text")
    }
    do {
      return try await body(asked)
    } catch let unplayable as Unplayable {
      return .json(unplayable, .unprocessableEntity)
    } catch let unusable as UnusableRecording {
      return HTTPResponse(.unprocessableEntity, "the recording is \(unusable)")
    } catch {
      return HTTPResponse(.serviceUnavailable, "\(error)")
    }
  }

  /// Parses both texts and lists the folder, off the threads of sessions.
  private func comparison(_ asked: WhatIfRequest) async throws -> FolderComparison {
    guard let recordings = self.recordings else {
      throw Unplayable(
        reason: "there are no recordings; start with: interaction-engine playground --recordings"
          + " FOLDER")
    }
    return try await self.engine.simulate { _ in
      if let problem = ReadableFolder.problem(with: recordings.folder) {
        throw Unplayable(reason: problem)
      }
      guard let edited = Self.experience(asked.edited) else {
        throw Unplayable(reason: "the text has problems")
      }
      guard let saved = Self.experience(asked.saved) else {
        throw Unplayable(
          reason: "the saved version has problems; save a valid text to compare with it")
      }
      return FolderComparison(of: recordings, old: saved, new: edited, sample: asked.sample)
    }
  }

  private static func experience(_ yaml: String) -> Experience? {
    guard let definition = try? Proto.ExperienceDefinition(yaml: yaml) else { return nil }
    return try? Experience(definition)
  }

  /// Plays the recordings on all threads for simulations.
  private func summary(of comparison: FolderComparison) async throws -> WhatIfSummary {
    try await withThrowingTaskGroup(of: WhatIfSummary.self) { group in
      for _ in 0 ..< self.engine.simulationThreads {
        group.addTask {
          try await self.engine.simulate { isCancelled in try comparison.play(until: isCancelled) }
        }
      }
      return try await group.reduce(into: WhatIfSummary()) { $0.add($1) }
    }
  }
}
