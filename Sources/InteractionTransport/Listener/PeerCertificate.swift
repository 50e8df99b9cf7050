package import GRPCCore
import NIOCore
import NIOSSL
import SwiftASN1
package import X509

extension EngineServer {
  /// Returns the verified certificate of a call's peer; nil if it has presented none.
  package static func peerCertificate(_ context: ServerContext) -> Certificate? {
    (context.transportSpecific as? PeerContext)?.certificate
  }
}

/// The connection of a call that the router serves.
struct PeerContext: ServerContext.TransportSpecific {
  /// The peer's verified certificate; nil if it has presented none.
  let certificate: Certificate?
}

extension SocketAddress? {
  /// The address as in logs: `127.0.0.1:50100`.
  fileprivate var text: String {
    guard let self, let host = self.ipAddress else { return "" }
    return host.contains(":") ? "[\(host)]:\(self.port ?? 0)" : "\(host):\(self.port ?? 0)"
  }
}

extension SocketAddress? {
  fileprivate var name: String {
    let text = self.text
    return text.hasPrefix("[") ? "ipv6:\(text)" : "ipv4:\(text)"
  }
}

extension ChannelHandlerContext {
  /// The peer's verified certificate; nil if it has presented none.
  var peerCertificate: Certificate? {
    (try? self.channel.pipeline.syncOperations.nioSSL_peerCertificate())
      .flatMap { Certificate($0) }
  }
}

extension (any Channel)? {
  /// The peer's address as in logs: `127.0.0.1:50100`.
  var peerAddress: String { (self?.remoteAddress).text }

  /// The peer's address as in grpc-swift: `ipv4:127.0.0.1:50100`.
  var peerName: String { (self?.remoteAddress).name }
  var ownName: String { (self?.localAddress).name }

  /// Returns the peer's verified certificate; nil if it has presented none.
  func peerCertificate() async -> Certificate? {
    (try? await self?.nioSSL_peerCertificate().get()).flatMap { Certificate($0) }
  }
}

extension Certificate {
  fileprivate init?(_ certificate: NIOSSLCertificate) {
    guard let bytes = try? certificate.toDERBytes(),
      let decoded = try? Certificate(derEncoded: bytes)
    else { return nil }
    self = decoded
  }
}
