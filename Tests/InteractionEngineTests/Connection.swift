/// The way in which a client calls an engine.
enum Connection: CaseIterable {
  case stream
  case calls

  func client(of running: any EngineCaller) -> Conversation {
    switch self {
    case .stream: Conversation(running)
    case .calls: UnarySession(running)
    }
  }
}
