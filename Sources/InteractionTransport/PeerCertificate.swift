package import GRPCCore
import GRPCNIOTransportHTTP2
import NIOCore
import NIOSSL
import SwiftASN1
package import X509

extension EngineServer {
  /// The certificate that the other end of a connection has proven to be its own.
  package static func peerCertificate(_ context: ServerContext) -> Certificate? {
    (context.transportSpecific as? HTTP2ServerTransport.Posix.Context)?.peerCertificate
  }
}

extension (any Channel)? {
  /// The address of the connection's other end, as logs have it: `127.0.0.1:50100`.
  var peerAddress: String {
    guard let address = self?.remoteAddress, let host = address.ipAddress else { return "" }
    return host.contains(":") ? "[\(host)]:\(address.port ?? 0)" : "\(host):\(address.port ?? 0)"
  }

  /// The certificate that the other end of the connection has proven to be its own.
  func peerCertificate() async -> Certificate? {
    guard let found = try? await self?.nioSSL_peerCertificate().get(),
      let bytes = try? found.toDERBytes()
    else { return nil }
    return try? Certificate(derEncoded: bytes)
  }
}
