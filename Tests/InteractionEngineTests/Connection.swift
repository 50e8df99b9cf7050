/// The way in which a client calls an engine.
enum Connection: CaseIterable {
  case stream
  case calls

  func client(of running: any EngineCaller) -> TestStream {
    switch self {
    case .stream: TestStream(running)
    case .calls: UnarySession(running)
    }
  }
}
