import Foundation
import InteractionEtcd
import InteractionFleet
import Synchronization
import Testing

@Suite("etcd", .enabled(if: EtcdServer.isWanted), .serialized)
struct EtcdStoreTests {
  private func put(_ key: String, _ text: String, lease: Int64? = nil) -> StoreTransaction {
    StoreTransaction(
      conditions: [], changes: [.put(key: key, bytes: Array(text.utf8), lease: lease)])
  }

  private func texts(_ listing: StoreSnapshot) -> [String: String] {
    listing.values.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("lists what is below its prefix, over many pages, and nothing else")
  func list() async throws {
    try await withEtcd { server, store in
      try await server.control("put", "/interactionz", "beside")
      for page in 0 ..< 3 {
        let changes = (0 ..< 60).map { key in
          StoreTransaction.Change.put(key: "k/\(page)-\(key)", bytes: [1], lease: nil)
        }
        _ = try await store.commit(StoreTransaction(conditions: [], changes: changes))
      }
      let listing = try await store.list()
      #expect(listing.values.count == 180)
      #expect(listing.values["k/2-59"]?.revision == listing.position.revision)
    }
  }

  @Test("a transaction holds only if nothing has changed, and the loser reads the winner")
  func transactions() async throws {
    try await withEtcd { _, store in
      let change = StoreTransaction(
        conditions: [.modRevision(key: "a", since: 0)],
        changes: [.put(key: "a", bytes: [49], lease: nil)], readsOnFailure: ["a", "b"])
      guard case .committed(let revision) = try await store.commit(change) else {
        Issue.record("not committed")
        return
      }
      let loser = try await store.commit(change)
      #expect(loser == .conditionFailed(["a": StoredValue(bytes: [49], revision: revision)]))
      let more = StoreTransaction(
        conditions: [.modRevision(key: "a", since: revision)],
        changes: [.deleteAll(prefix: "a"), .put(key: "c", bytes: [50], lease: nil)])
      _ = try await store.commit(more)
      #expect(self.texts(try await store.list()) == ["c": "2"])
    }
  }

  @Test("a watch tells each change once, in order, and where it stands")
  func watch() async throws {
    try await withEtcd { _, store in
      let first = try await store.list().position.revision
      _ = try await store.commit(self.put("a", "1"))
      let told = Mutex<[StoreChange]>([])
      try await store.watch(from: first + 1) { news in
        guard case .changed(let changes, _) = news else {
          _ = try? await store.commit(self.put("b", "2"))
          return true
        }
        return told.withLock { told in
          told += changes
          return told.count < 2
        }
      }
      let changes = told.withLock { $0 }
      #expect(changes.map(\.key) == ["a", "b"])
      #expect(changes.map(\.revision) == [first + 1, first + 2])
    }
  }

  @Test("a watch of what is compacted says so, and a mirror goes on from a new list")
  func compaction() async throws {
    try await withEtcd { server, store in
      for value in 0 ..< 20 { _ = try await store.commit(self.put("a", "\(value)")) }
      let revision = try await store.list().position.revision
      try await server.control("compact", "\(revision)")
      await #expect(throws: StoreError(.compacted, "compacted at revision \(revision)")) {
        try await store.watch(from: 2) { _ in true }
      }
    }
  }

  @Test("a lease's keys go with it")
  func leases() async throws {
    try await withEtcd { _, store in
      let lease = try await store.grantLease(seconds: 2)
      #expect(lease.seconds >= 2)
      guard
        case .committed(let revision) = try await store.commit(
          self.put("a", "1", lease: lease.id))
      else {
        Issue.record("not committed")
        return
      }
      #expect(try await store.keepAlive(lease: lease.id) >= 2)
      try await store.watch(from: revision + 1) { update in
        guard case .changed(let changes, _) = update else { return true }
        #expect(changes.map(\.key) == ["a"])
        #expect(changes.allSatisfy { $0.bytes == nil })
        return false
      }
      #expect(try await store.list().values.isEmpty)
      #expect(try await store.keepAlive(lease: lease.id) == 0)
      await #expect { try await store.commit(self.put("a", "1", lease: lease.id)) } throws: {
        ($0 as? StoreError)?.code == .noSuchLease
      }
    }
  }

  @Test("calls in quick succession survive the ends of their connection")
  func succession() async throws {
    try await withEtcd { _, store in
      let lease = try await store.grantLease(seconds: 60)
      // The transport ends the connection after 200 PINGs of the store.
      for _ in 0 ..< 700 {
        #expect(try await store.keepAlive(lease: lease.id) >= 2)
      }
    }
  }

  @Test("another member is asked when one does not answer")
  func members() async throws {
    try await withEtcd({ options in
      // No process listens there.
      options.addresses = EtcdOptions.Address("127.0.0.1:1").map { [$0] + options.addresses } ?? []
    }) { _, store in
      _ = try await store.commit(self.put("a", "1"))
      #expect(self.texts(try await store.list()) == ["a": "1"])
    }
  }

  @Test("a user's token is got, and got again when the store no longer takes it")
  func users() async throws {
    let user = EtcdOptions.User(name: "root", password: "secret")
    try await withEtcd({ $0.user = user }) { server, store in
      try await server.control("user", "add", "root:secret")
      try await server.control("user", "grant-role", "root", "root")
      try await server.control("auth", "enable")
      _ = try await store.commit(self.put("a", "1"))
      #expect(self.texts(try await store.list()) == ["a": "1"])
      // A restart invalidates all tokens.
      await server.stop()
      try await server.start()
      await eventually("it is known again") {
        (try? await store.list().values.count) == 1
      }
      let wrong = EtcdOptions.User(name: "root", password: "wrong")
      var options = EtcdOptions(addresses: [server.address])
      options.user = wrong
      let other = try EtcdStore(options)
      let connections = Task { await other.run() }
      await #expect { try await other.list() } throws: { ($0 as? StoreError)?.code == .refused }
      connections.cancel()
    }
  }

  @Test("encrypted connections are made only with certificates of the store's authority")
  func certificates() async throws {
    let files = try TestCertificates()
    defer { files.remove() }
    let arguments = [
      "--cert-file", files.path("store.pem"), "--key-file", files.path("store.key"),
      "--client-cert-auth", "--trusted-ca-file", files.path("ca.pem"),
    ]
    let identity = EtcdOptions.Identity(
      certificate: files.path("engine.pem"), key: files.path("engine.key"))
    let tls = EtcdOptions.TLS(caFile: files.path("ca.pem"), identity: identity)
    try await withEtcd({ $0.security = .tls(tls) }, arguments: arguments) { server, store in
      _ = try await store.commit(self.put("a", "1"))
      #expect(self.texts(try await store.list()) == ["a": "1"])
      for wrong in [
        EtcdOptions.TLS(caFile: files.path("ca.pem"), identity: nil),
        EtcdOptions.TLS(caFile: files.path("other.pem"), identity: identity),
      ] {
        var options = EtcdOptions(addresses: [server.address])
        options.security = .tls(wrong)
        let other = try EtcdStore(options)
        let connections = Task { await other.run() }
        await #expect { try await other.list() } throws: {
          ($0 as? StoreError)?.code == .unavailable
        }
        connections.cancel()
        await connections.value
      }
    }
  }
}
