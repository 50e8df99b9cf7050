import InteractionCore
import SwiftProtobuf

extension GateState {
  init(_ proto: Interaction_V1_GateState) {
    // An unknown condition counts as the client's, not as a login, which the client may offer.
    let condition: Condition =
      switch proto.pendingCondition {
      case .unspecified, .login: .login
      case .client, .UNRECOGNIZED: .client
      }
    self.init(
      isSignedIn: proto.signedIn,
      pending: proto.hasPendingTab
        ? Pending(tab: Int(proto.pendingTab), condition: condition) : nil)
  }

  var proto: Interaction_V1_GateState {
    .with {
      $0.signedIn = self.isSignedIn
      if let pending = self.pending {
        $0.pendingTab = Int32(clamping: pending.tab)
        if pending.condition != .login { $0.pendingCondition = pending.condition.proto }
      }
    }
  }
}
