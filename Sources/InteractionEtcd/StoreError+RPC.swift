import GRPCCore
import InteractionFleet

@available(InteractionEngine 1.0, *)
extension StoreError {
  init(_ error: any Error, from address: EtcdOptions.Address) {
    if let error = error as? StoreError {
      self = error
      return
    }
    guard let error = error as? RPCError else {
      self.init(.unavailable, "\(address): \(error)")
      return
    }
    let code: Code =
      switch error.code {
      case .unavailable, .deadlineExceeded, .cancelled, .resourceExhausted, .aborted, .unknown,
        .internalError:
        .unavailable
      case .outOfRange: .compacted
      case .notFound: .noSuchLease
      case .unauthenticated, .permissionDenied: .refused
      default: error.lacksToken ? .refused : .invalid
      }
    self.init(code, "\(address): \(error.message)")
  }
}

@available(InteractionEngine 1.0, *)
extension RPCError {
  /// True if etcd requires a token, or a new one.
  var lacksToken: Bool {
    switch self.code {
    case .unauthenticated: true
    case .invalidArgument: self.message.contains("user name is empty")
    default: false
    }
  }

  /// True if another member may answer.
  var allowsOtherMember: Bool { self.code == .unavailable || self.code == .deadlineExceeded }
}
