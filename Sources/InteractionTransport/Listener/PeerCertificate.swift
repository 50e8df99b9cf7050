package import GRPCCore
import NIOCore
import NIOSSL
import SwiftASN1
import Synchronization
package import X509

extension EngineServer {
  /// The certificate that the other end of a connection has proven to be its own.
  package static func peerCertificate(_ context: ServerContext) -> Certificate? {
    (context.transportSpecific as? PeerContext)?.certificate
  }
}

/// What grpc-swift's calls know of their connection.
struct PeerContext: ServerContext.TransportSpecific {
  /// Nil if the client has shown none.
  let certificate: Certificate?
}

/// The certificates of a listener's clients, by the addresses of both ends of their connections: it
/// is all that grpc-swift says of a call's connection.
final class PeerCertificates: Sendable {
  private struct Ends: Hashable {
    let remote: String
    let local: String
  }

  private struct Proof {
    let connection: ObjectIdentifier
    let certificate: Certificate?
  }

  private let proofs = Mutex<[Ends: Proof]>([:])

  /// Remembers that of a connection, while it is open. It is one that grpc-swift has a call on.
  func add(_ channel: any Channel) {
    let ends = Ends(
      remote: channel.remoteAddress.text, local: channel.localAddress.text)
    let id = ObjectIdentifier(channel)
    let certificate = (try? channel.pipeline.syncOperations.nioSSL_peerCertificate())
      .flatMap { Certificate($0) }
    self.proofs.withLock { $0[ends] = Proof(connection: id, certificate: certificate) }
    channel.closeFuture.whenComplete { _ in
      self.proofs.withLock { proofs in
        if proofs[ends]?.connection == id { proofs.removeValue(forKey: ends) }
      }
    }
  }

  /// That of the client which makes a call.
  subscript(context: ServerContext) -> Certificate? {
    self[context.remotePeer, context.localPeer]
  }

  /// - Parameters:
  ///   - remote: The client's address as grpc-swift has it: `ipv4:127.0.0.1:50100`.
  ///   - local: The server's.
  subscript(remote: String, local: String) -> Certificate? {
    let ends = Ends(remote: remote.withoutScheme, local: local.withoutScheme)
    return self.proofs.withLock { $0[ends]?.certificate }
  }
}

extension String {
  fileprivate var withoutScheme: String {
    self.firstIndex(of: ":").map { String(self[self.index(after: $0)...]) } ?? self
  }
}

extension SocketAddress? {
  /// As logs have it: `127.0.0.1:50100`.
  fileprivate var text: String {
    guard let self, let host = self.ipAddress else { return "" }
    return host.contains(":") ? "[\(host)]:\(self.port ?? 0)" : "\(host):\(self.port ?? 0)"
  }
}

extension (any Channel)? {
  /// The address of the connection's other end, as logs have it: `127.0.0.1:50100`.
  var peerAddress: String { (self?.remoteAddress).text }

  /// The certificate that the other end of the connection has proven to be its own.
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
