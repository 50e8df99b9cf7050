import Foundation
import GRPCCore
package import InteractionFleet
import SwiftProtobuf

/// Keys and transactions.
@available(InteractionEngine 1.0, *)
extension EtcdStore {
  package func list() async throws(StoreError) -> StoreSnapshot {
    let prefix = self.prefixed("")
    var values: [String: StoredValue] = [:]
    var position: StorePosition?
    var next = prefix
    while true {
      let request = Etcdserverpb_RangeRequest.with {
        $0.key = Data(next)
        $0.rangeEnd = Data(Self.end(of: prefix))
        $0.limit = Self.pageKeys
        // All pages at the revision of the first.
        $0.revision = position?.revision ?? 0
      }
      let page = try await self.call(within: Self.pageTime) { client, metadata, options in
        try await Etcdserverpb_KV.Client(wrapping: client)
          .range(request, metadata: metadata, options: options)
      }
      let found = position ?? StorePosition(page.header)
      position = found
      for pair in page.kvs {
        guard let key = self.key(from: pair.key) else { continue }
        values[key] = StoredValue(bytes: Array(pair.value), revision: pair.modRevision)
      }
      guard page.more, let last = page.kvs.last else {
        return StoreSnapshot(position: found, values: values)
      }
      next = Array(last.key) + [0]
    }
  }

  package func commit(
    _ transaction: StoreTransaction
  ) async throws(StoreError) -> StoreOutcome {
    let request = Etcdserverpb_TxnRequest.with {
      $0.compare = transaction.conditions.map(self.compare)
      $0.success = transaction.changes.map(self.operation)
      $0.failure = transaction.readsOnFailure.map { key in
        .with { $0.requestRange = .with { $0.key = Data(self.prefixed(key)) } }
      }
    }
    // No retry: the first attempt may have been committed.
    let answer = try await self.call(within: Self.callTime, repeats: false) {
      client, metadata, options in
      try await Etcdserverpb_KV.Client(wrapping: client)
        .txn(request, metadata: metadata, options: options)
    }
    if answer.succeeded { return .committed(revision: answer.header.revision) }
    var values: [String: StoredValue] = [:]
    for pair in answer.responses.flatMap(\.responseRange.kvs) {
      guard let key = self.key(from: pair.key) else { continue }
      values[key] = StoredValue(bytes: Array(pair.value), revision: pair.modRevision)
    }
    return .conditionFailed(values)
  }

  private func compare(_ condition: StoreTransaction.Condition) -> Etcdserverpb_Compare {
    switch condition {
    case .modRevision(let key, let revision):
      .with {
        $0.result = .equal
        $0.target = .mod
        $0.key = Data(self.prefixed(key))
        $0.modRevision = revision
      }
    }
  }

  private func operation(_ change: StoreTransaction.Change) -> Etcdserverpb_RequestOp {
    switch change {
    case .put(let key, let bytes, let lease):
      .with {
        $0.requestPut = .with {
          $0.key = Data(self.prefixed(key))
          $0.value = Data(bytes)
          $0.lease = lease ?? 0
        }
      }
    case .delete(let key):
      .with { $0.requestDeleteRange = .with { $0.key = Data(self.prefixed(key)) } }
    case .deleteAll(let prefix):
      .with {
        $0.requestDeleteRange = .with {
          $0.key = Data(self.prefixed(prefix))
          $0.rangeEnd = Data(Self.end(of: self.prefixed(prefix)))
        }
      }
    }
  }
}

extension StorePosition {
  init(_ header: Etcdserverpb_ResponseHeader) {
    self.init(cluster: header.clusterID, revision: header.revision)
  }
}
