import InteractionCore
import SwiftProtobuf

extension Refusal {
  /// Converts a refusal; nil for an unknown request. An unknown reason becomes ``Reason/busy``:
  /// nothing has changed, and a retry may succeed.
  init?(_ proto: Interaction_V1_Refusal) {
    let request: Request
    switch proto.request {
    case .selectTab(let index):
      request = .selectTab(index: Int(index))
    case .floor(let command):
      guard let command = FloorCommand(known: command) else { return nil }
      request = .floor(command)
    case .navigate(let operation):
      guard let operation = NavigationRequest.Operation(known: operation) else { return nil }
      request = .navigate(operation)
    case .none:
      return nil
    }
    self.init(request: request, reason: Reason(known: proto.reason) ?? .busy)
  }

  var proto: Interaction_V1_Refusal {
    .with {
      switch self.request {
      case .selectTab(let index): $0.selectTab = Int32(clamping: index)
      case .floor(let command): $0.floor = command.proto
      case .navigate(let operation): $0.navigate = operation.proto
      }
      $0.reason = self.reason.proto
    }
  }
}
