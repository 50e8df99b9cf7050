import ArgumentParser
import InteractionService
import InteractionTransport
import InteractionWeb

/// The options for browsers.
struct WebOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Port for browsers, on the same address: sessions over WebSocket at /v1/interact, and calls as"
        + " JSON over HTTP; 0 picks a free one.",
      valueName: "port"))
  var webPort: Int?

  @Option(
    name: .customLong("web-origin"),
    help: ArgumentHelp(
      "Origin of pages that may use --web-port besides the engine's own, such as"
        + " https://shop.example; may be repeated.",
      valueName: "origin"))
  var webOrigins: [String] = []

  @Option(
    name: .customLong("operator-web-origin"),
    help: ArgumentHelp(
      "Origin of pages that may call operators' methods, such as Drain; may be repeated.",
      valueName: "origin"))
  var operatorWebOrigins: [String] = []

  @Option(
    help: ArgumentHelp(
      "Separate port for operators' browsers, with the page /inspector; --web-port by default.",
      valueName: "port"))
  var operatorWebPort: Int?

  func validate() throws {
    try Self.check(self.webOrigins, "--web-origin", self.webPort, "--web-port")
    try Self.check(
      self.operatorWebOrigins, "--operator-web-origin", self.operatorWebPort ?? self.webPort,
      "--operator-web-port or --web-port")
  }

  private static func check(
    _ origins: [String], _ option: String, _ port: Int?, _ portOption: String
  ) throws {
    guard origins.isEmpty || port != nil else {
      throw ValidationError("\(option) needs \(portOption)")
    }
    for origin in origins {
      guard let problem = WebOrigins.problem(with: origin) else { continue }
      throw ValidationError("\(option) is '\(origin)'; \(problem)")
    }
  }

  /// Returns the configured listeners.
  func listeners(
    of host: EngineHost, on address: String, users: Engine.Audience
  ) -> [Listeners.Entry] {
    let operators = Set(self.operatorWebOrigins)
    func entry(
      _ label: String, _ port: Int?, _ audience: Engine.Audience, sessionsOf origins: Set<String>
    ) -> Listeners.Entry? {
      port.map {
        Listeners.Entry(
          label: label,
          listener: WebServer(
            of: host, on: address, port: $0, audience: audience,
            origins: WebOrigins(users: origins, operators: operators),
            routes: audience == .users ? [] : WebPages.operators))
      }
    }
    return [
      entry("browsers", self.webPort, users, sessionsOf: Set(self.webOrigins)),
      entry(
        "operators' browsers", self.operatorWebPort, .operators, sessionsOf: operators),
    ].compactMap(\.self)
  }
}
