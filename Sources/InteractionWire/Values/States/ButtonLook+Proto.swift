import InteractionCore
import SwiftProtobuf

extension ButtonLook.Border {
  init(_ proto: Interaction_V1_Border) {
    self.init()
    if proto.hasWidth { self.width = proto.width }
    if !proto.color.isEmpty { self.color = proto.color }
  }

  var proto: Interaction_V1_Border {
    .with {
      $0.width = self.width
      $0.color = self.color
    }
  }
}
