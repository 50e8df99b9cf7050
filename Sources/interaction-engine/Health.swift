import ArgumentParser
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionCommandLine
import InteractionCore
import InteractionFiles
import InteractionService

/// Asks an engine for its health, for containers and scripts without a gRPC tool.
struct Health: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask an engine whether it serves.",
    discussion: """
      Prints SERVING or NOT_SERVING. Health needs no token; where the engine asks for certificates \
      (--tls-client-ca), this needs one too.

      Exit codes: 0 it serves; 1 it does not, since it is on its way down; 69 it cannot be asked.
      """
  )

  @Option(help: "Where the engine listens, as host:port.")
  var address = "127.0.0.1:50051"

  @Option(
    help: ArgumentHelp(
      "The service, such as interaction.v1.InteractionService; the engine as a whole if left out.",
      valueName: "name"))
  var service = ""

  @Option(help: ArgumentHelp("How long to wait, 100ms to 10m.", valueName: "time"))
  var timeout = Duration.seconds(5)

  @Option(
    help: ArgumentHelp(
      "Who signs the engine's certificate, PEM; asks with encryption.", valueName: "file"))
  var tlsCa: String?

  @Option(help: ArgumentHelp("A certificate to show, PEM; needs --tls-ca.", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The certificate's private key, PEM.", valueName: "file"))
  var tlsKey: String?

  func validate() throws {
    try (.milliseconds(100) ... .seconds(600)).check(self.timeout, "--timeout")
    guard (self.tlsCertificate == nil) == (self.tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key belong together")
    }
    guard self.tlsCertificate == nil || self.tlsCa != nil else {
      throw ValidationError("--tls-certificate needs --tls-ca")
    }
    _ = try self.target
  }

  func run() async throws {
    let isServing: Bool
    do {
      isServing = try await withGRPCClient(
        transport: .http2NIOPosix(target: self.target, transportSecurity: self.security)
      ) { client in
        try await HealthProbe.isServing(
          self.service, over: client,
          within: self.timeout)
      }
    } catch {
      Console.complain("interaction-engine: \(self.address) cannot be asked: \(Self.words(error))")
      throw ExitCode.noEngine
    }
    Console.line(isServing ? "SERVING" : "NOT_SERVING")
    if !isServing { throw ExitCode.failure }
  }

  private var target: any ResolvableTarget {
    get throws {
      let colon = self.address.lastIndex(of: ":") ?? self.address.endIndex
      let host = self.address[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
      guard !host.isEmpty, let port = Int(self.address[colon...].dropFirst()),
        (1 ... 65535).contains(port)
      else {
        throw ValidationError(
          "--address is '\(self.address)'; must be host:port such as 127.0.0.1:50051")
      }
      if host.contains(":") { return .ipv6(address: host, port: port) }
      return Self.isIPv4(host) ? .ipv4(address: host, port: port) : .dns(host: host, port: port)
    }
  }

  /// TLS asks for a server by its name, which an address is not: grpc-swift asks for none, and
  /// compares the address with the certificate, only if the target is one of addresses.
  private static func isIPv4(_ host: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4)
    return inet_pton(AF_INET, host, &bytes) == 1
  }

  private var security: HTTP2ClientTransport.Posix.TransportSecurity {
    guard let ca = self.tlsCa else { return .plaintext }
    return .tls { tls in
      tls.trustRoots = .certificates([.file(path: ca, format: .pem)])
      guard let certificate = self.tlsCertificate, let key = self.tlsKey else { return }
      tls.certificateChain = [.file(path: certificate, format: .pem)]
      tls.privateKey = .file(path: key, format: .pem)
    }
  }

  /// What went wrong, on one line.
  static func words(_ error: any Error) -> String {
    ((error as? RPCError)?.message ?? "\(error)").printable(atMost: 1_000)
  }
}

extension ExitCode {
  /// The engine cannot be reached.
  fileprivate static let noEngine = ExitCode(69)
}
