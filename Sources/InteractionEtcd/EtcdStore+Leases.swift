import GRPCCore
package import InteractionFleet
import SwiftProtobuf

/// Leases.
@available(InteractionEngine 1.0, *)
extension EtcdStore {
  package func grantLease(
    seconds: Int64
  ) async throws(StoreError) -> (id: Int64, seconds: Int64) {
    let request = Etcdserverpb_LeaseGrantRequest.with { $0.ttl = seconds }
    let answer = try await self.call(within: Self.callTime) { client, metadata, options in
      try await Etcdserverpb_Lease.Client(wrapping: client)
        .leaseGrant(request, metadata: metadata, options: options)
    }
    guard answer.error.isEmpty else { throw StoreError(.invalid, answer.error) }
    return (answer.id, answer.ttl)
  }

  package func keepAlive(lease: Int64) async throws(StoreError) -> Int64 {
    try await self.call(within: Self.callTime) { client, metadata, options in
      // A keep-alive stream with one request, so that each renewal is a call that can fail.
      try await Etcdserverpb_Lease.Client(wrapping: client).leaseKeepAlive(
        metadata: metadata, options: options,
        requestProducer: { try await $0.write(.with { $0.id = lease }) },
        onResponse: { response in
          for try await answer in response.messages { return answer.ttl }
          throw RPCError(code: .unavailable, message: "no response to the lease renewal")
        })
    }
  }

  package func revoke(lease: Int64) async throws(StoreError) {
    let request = Etcdserverpb_LeaseRevokeRequest.with { $0.id = lease }
    _ = try await self.call(within: Self.callTime) { client, metadata, options in
      try await Etcdserverpb_Lease.Client(wrapping: client)
        .leaseRevoke(request, metadata: metadata, options: options)
    }
  }
}
