import ArgumentParser
import InteractionService
import InteractionTransport
import InteractionWeb

/// How browsers reach the server.
struct WebOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A port for browsers, on the same address: sessions over WebSocket at /v1/interact, and calls as"
        + " JSON over HTTP; 0 picks a free one.",
      valueName: "port"))
  var webPort: Int?

  @Option(
    name: .customLong("web-origin"),
    help: ArgumentHelp(
      "Pages of this origin may use --web-port and --operator-web-port, besides those that the engine"
        + " serves itself; may be repeated. Such as https://shop.example.",
      valueName: "origin"))
  var webOrigins: [String] = []

  @Option(
    help: ArgumentHelp(
      "A separate port for operators' browsers, with the page /inspector; by default they share"
        + " --web-port.",
      valueName: "port"))
  var operatorWebPort: Int?

  func validate() throws {
    guard self.webOrigins.isEmpty || self.webPort != nil || self.operatorWebPort != nil else {
      throw ValidationError("--web-origin needs --web-port or --operator-web-port")
    }
    for origin in self.webOrigins {
      guard let problem = WebOrigins.problem(with: origin) else { continue }
      throw ValidationError("--web-origin is '\(origin)'; \(problem)")
    }
  }

  /// The listeners that are asked for.
  func listeners(
    of host: EngineHost, on address: String, users: Engine.Audience
  ) -> [Listeners.Entry] {
    let origins = WebOrigins(Set(self.webOrigins))
    func entry(_ label: String, _ port: Int?, _ audience: Engine.Audience) -> Listeners.Entry? {
      port.map {
        Listeners.Entry(
          label: label,
          listener: WebServer(
            of: host, on: address, port: $0, audience: audience, origins: origins,
            routes: audience == .users ? [] : WebPages.operators))
      }
    }
    return [
      entry("browsers", self.webPort, users),
      entry("operators' browsers", self.operatorWebPort, .operators),
    ].compactMap(\.self)
  }
}
