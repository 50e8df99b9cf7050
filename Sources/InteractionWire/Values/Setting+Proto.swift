package import InteractionCore
import SwiftProtobuf

extension Snapshot {
  package init(_ proto: Proto.Snapshot) {
    self.init(settings: proto.settings.compactMap(Setting.init))
  }

  package var proto: Proto.Snapshot {
    .with { $0.settings = self.settings.map { $0.proto } }
  }
}

extension Setting {
  /// Converts a setting; nil if it is empty.
  package init?(_ proto: Proto.Setting) {
    if let state = proto.state {
      self.init(generation: proto.generation, state: State(state))
    } else if let kind = WireReader.fieldNumbers(in: proto.unknownFields.data).first {
      self.init(generation: proto.generation, state: .unknown(kind: kind))
    } else {
      return nil
    }
  }

  package var proto: Proto.Setting {
    .with {
      $0.generation = self.generation
      $0.state = self.state.proto
    }
  }
}

extension [ScrollLink] {
  /// Converts links; those with unknown parts are dropped.
  init(_ proto: Interaction_V1_ScrollLinks) {
    self = proto.links.compactMap { ScrollLink(known: $0) }
  }

  var proto: Interaction_V1_ScrollLinks {
    .with { $0.links = self.map { $0.proto } }
  }
}
