import GRPCCore
import InteractionCore
import InteractionExperience
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// `interaction.inspector.v1.InspectorService`.
@available(InteractionEngine 1.0, *)
struct InspectorRPC: Interaction_Inspector_V1_InspectorService.SimpleServiceProtocol {
  let engine: Engine

  func listExperiences(
    request: Interaction_Inspector_V1_ListExperiencesRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_ListExperiencesResponse {
    let all = self.engine.catalog.all
    let page = try ListPage(
      of: all, size: request.pageSize, after: request.pageToken, by: \.experience.name)
    return .with {
      $0.experiences = page.items.map(self.summary)
      $0.totalSize = UInt32(clamping: all.count)
      $0.nextPageToken = page.nextToken
    }
  }

  func getExperience(
    request: Interaction_Inspector_V1_GetExperienceRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_GetExperienceResponse {
    let entry = try self.engine.catalog.required(request.name)
    return .with {
      $0.summary = self.summary(entry)
      $0.definition = entry.definition
      $0.resolved = entry.experience.definition
    }
  }

  func validateExperience(
    request: Interaction_Inspector_V1_ValidateExperienceRequest, context: ServerContext
  ) async throws -> Interaction_Inspector_V1_ValidateExperienceResponse {
    do {
      let definition: Proto.ExperienceDefinition
      switch request.source {
      case .definition(let given): definition = given
      case .yaml(let text): definition = try Proto.ExperienceDefinition(yaml: text)
      case .none:
        throw ExperienceError(violations: [
          Violation(field: "source", problem: "must be one of definition, yaml")
        ])
      }
      let experience = try Experience(definition)
      return .with {
        $0.valid = true
        $0.digest = experience.digest
        $0.resolved = experience.definition
      }
    } catch let error as ExperienceError {
      return .with { $0.violations = error.violations.map(\.proto) }
    }
  }

  private func summary(
    _ entry: ExperienceCatalog.Entry
  ) -> Interaction_Inspector_V1_ExperienceSummary {
    .with {
      $0.name = entry.experience.name
      $0.digest = entry.experience.digest
      switch entry.origin {
      case .builtIn: $0.origin = .builtIn
      case .file(let name):
        $0.origin = .file
        $0.file = name
      case .fleet: $0.origin = .fleet
      }
      $0.activeSessions = self.engine.registry.count(experience: entry.experience.name)
      $0.otherVersionSessions = UInt32(
        clamping: self.engine.registry.streams {
          $0.experience.name == entry.experience.name
            && $0.experience.digest != entry.experience.digest
        }.count)
    }
  }
}
