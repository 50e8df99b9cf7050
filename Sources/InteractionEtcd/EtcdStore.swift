import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionFleet
import SwiftProtobuf
import Synchronization

/// An etcd v3 store with a key prefix, which callers do not see.
///
/// ``run()`` must be running while the store is used.
@available(InteractionEngine 1.0, *)
package final class EtcdStore: KeyValueStore {
  typealias Client = GRPCClient<HTTP2ClientTransport.Posix>

  private struct State {
    /// The index of the current member.
    var member = 0
    /// The auth token; nil before the first authentication.
    var token: String?
  }

  private struct Member: Sendable {
    let address: EtcdOptions.Address
    let client: Client
  }

  private let options: EtcdOptions
  private let members: [Member]
  private let state = Mutex(State())

  /// The timeout of a short call; ``Lease/margin`` accounts for it.
  static let callTime = Lease.margin
  /// The delay before a call to the only member is retried.
  static let retryDelay = Duration.milliseconds(50)
  /// The timeout for a page of a listing.
  static let pageTime = Duration.seconds(20)
  /// The maximum number of keys in a page of a listing.
  static let pageKeys: Int64 = 64
  /// The maximum size of a response, bytes: a page of the largest experiences.
  static let maximumBytes = 64 << 20

  /// - Throws: The error of a file that the options name.
  package init(_ options: EtcdOptions) throws {
    self.options = options
    self.members = try options.addresses.map { address in
      Member(
        address: address,
        client: GRPCClient(
          transport: try .http2NIOPosix(
            target: address.target, transportSecurity: options.security.transport,
            config: .defaults { config in
              // etcd allows a keepalive ping every five seconds, while there is a call.
              config.connection.keepalive = .init(
                time: .seconds(10), timeout: .seconds(5), allowWithoutCalls: false)
              config.backoff.max = .seconds(5)
            })))
    }
  }

  /// Maintains the connections until the task is cancelled.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      for member in self.members {
        group.addTask {
          do {
            try await member.client.runConnections()
          } catch {
            // The calls report the error.
          }
        }
      }
      await withTaskCancellationHandler {
        await group.waitForAll()
      } onCancel: {
        for member in self.members { member.client.beginGracefulShutdown() }
      }
    }
  }

  /// Makes a call. Retries on another member if one does not answer, or once on the only one, whose
  /// connection may have ended since the last call, and with a new token if required. A short call
  /// that is retried waits for a connection until its timeout.
  ///
  /// The transport ends a connection after 200 PINGs in 30 seconds, and etcd sends one for most
  /// requests, so calls in quick succession end theirs.
  ///
  /// - Parameters:
  ///   - time: The timeout; nil for none.
  ///   - repeats: False if the call must not be retried when the outcome is unknown.
  /// - Throws: ``StoreError``.
  func call<Value: Sendable>(
    within time: Duration?, repeats: Bool = true,
    _ body: (Client, Metadata, CallOptions) async throws -> Value
  ) async throws(StoreError) -> Value {
    var options = CallOptions.defaults
    options.timeout = time
    options.maxResponseMessageBytes = Self.maximumBytes
    var isAuthenticated = false
    var tries = 0
    while true {
      let (index, token) = self.state.withLock { ($0.member, $0.token) }
      let member = self.members[index]
      var metadata = Metadata()
      if let token { metadata.addString(token, forKey: "token") }
      options.waitForReady = tries > 0 && time == Self.callTime
      do {
        return try await body(member.client, metadata, options)
      } catch let error as RPCError
        where error.lacksToken && !isAuthenticated && self.options.user != nil
      {
        isAuthenticated = true
        try await self.authenticate(with: member)
      } catch {
        if let error = error as? RPCError, error.allowsOtherMember {
          self.switchMember(from: index)
          tries += 1
          if repeats, tries < max(self.members.count, 2), !Task.isCancelled {
            // The only member's connection may still be closing.
            if self.members.count == 1 { try? await Task.sleep(for: Self.retryDelay) }
            continue
          }
        }
        throw StoreError(error, from: member.address)
      }
    }
  }

  /// Switches to the next member, unless another call already has.
  private func switchMember(from index: Int) {
    self.state.withLock { state in
      if state.member == index { state.member = (index + 1) % self.members.count }
    }
  }

  private func authenticate(with member: Member) async throws(StoreError) {
    guard let user = self.options.user else { return }
    var options = CallOptions.defaults
    options.timeout = Self.callTime
    let request = Etcdserverpb_AuthenticateRequest.with {
      $0.name = user.name
      $0.password = user.password
    }
    do {
      let answer = try await Etcdserverpb_Auth.Client(wrapping: member.client)
        .authenticate(request, options: options)
      self.state.withLock { $0.token = answer.token }
    } catch let error as RPCError where error.code == .invalidArgument {
      throw StoreError(.refused, "\(member.address): \(error.message)")
    } catch {
      throw StoreError(error, from: member.address)
    }
  }

  /// Returns the key with its prefix.
  func prefixed(_ key: String) -> [UInt8] { Array((self.options.prefix + key).utf8) }

  /// Returns a stored key without its prefix; nil if it has another prefix, or is not UTF-8.
  func key(from key: some Sequence<UInt8>) -> String? {
    let (bytes, prefix) = (Array(key), Array(self.options.prefix.utf8))
    guard bytes.starts(with: prefix) else { return nil }
    return String(validating: bytes.dropFirst(prefix.count), as: UTF8.self)
  }

  /// Returns the end of the range of keys with a prefix (exclusive).
  static func end(of prefix: [UInt8]) -> [UInt8] {
    var end = prefix
    while let last = end.popLast() {
      if last < .max { return end + [last + 1] }
    }
    // All keys.
    return [0]
  }
}

@available(InteractionEngine 1.0, *)
extension EtcdOptions.Address {
  /// IP addresses are not resolved as names: certificates list them as another type of subject.
  fileprivate var target: any ResolvableTarget {
    if self.host.contains(":") { return .ipv6(address: self.host, port: self.port) }
    let isAddress = self.host.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    return isAddress
      ? .ipv4(address: self.host, port: self.port) : .dns(host: self.host, port: self.port)
  }
}

@available(InteractionEngine 1.0, *)
extension EtcdOptions.Security {
  fileprivate var transport: HTTP2ClientTransport.Posix.TransportSecurity {
    switch self {
    case .plaintext: .plaintext
    case .tls(let options):
      .tls { tls in
        if let file = options.caFile {
          tls.trustRoots = .certificates([.file(path: file, format: .pem)])
        }
        if let identity = options.identity {
          tls.certificateChain = [.file(path: identity.certificate, format: .pem)]
          tls.privateKey = .file(path: identity.key, format: .pem)
        }
      }
    }
  }
}
