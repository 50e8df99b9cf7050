import Synchronization
import Testing

@testable import InteractionService

@Suite("Bytes that wait for clients, in all")
struct BufferedBytesTests {
  /// The calls that were told to end, in order.
  private final class Ended: Sendable {
    let names = Mutex<[String]>([])
    var all: [String] { self.names.withLock { $0 } }
  }

  private let ended = Ended()
  private let budget = BufferedBytes(limit: 1_000_000)

  private func share(_ name: String, of caller: String = "a") -> BufferedBytes.Share {
    BufferedBytes.Share(of: self.budget, caller: caller) { [ended] in
      ended.names.withLock { $0.append(name) }
    }
  }

  @Test("a call is reported in steps, and when it has none left")
  func steps() {
    var share = self.share("1")
    share.change(by: BufferedBytes.Share.step - 1)
    #expect(self.budget.total == 0)
    share.change(by: 1)
    #expect(self.budget.total == BufferedBytes.Share.step)
    share.change(by: -1)
    #expect(self.budget.total == BufferedBytes.Share.step)
    share.change(by: 1 - BufferedBytes.Share.step)
    #expect(self.budget.total == 0)
    share.change(by: 50_000)
    share.clear()
    #expect(self.budget.total == 0 && self.ended.all.isEmpty)
  }

  @Test("over the limit calls end until a quarter is free: the longest waiting of a caller first")
  func longestFirst() {
    var shares = (1 ... 5).map { self.share("\($0)") }
    for index in shares.indices { shares[index].change(by: 200_000) }
    #expect(self.ended.all.isEmpty)
    // It has waited longest, whatever its size now.
    shares[0].change(by: -100_000)
    var last = self.share("last")
    last.change(by: 100_001)
    #expect(self.ended.all == ["1", "2"])
    // Calls that are ending do not count.
    shares[4].change(by: 40_000)
    #expect(self.ended.all == ["1", "2"])
    shares[0].clear()
    shares[1].clear()
    #expect(self.budget.total == 740_001)
  }

  @Test("short of memory, calls end until half is left")
  func halves() {
    var shares = (1 ... 4).map { self.share("\($0)") }
    for index in shares.indices { shares[index].change(by: 100_000) }
    self.budget.relieve()
    #expect(self.ended.all == ["1", "2"])
    shares[0].clear()
    shares[1].clear()
    self.budget.relieve()
    #expect(self.ended.all == ["1", "2", "3"])
  }

  @Test("a caller with little keeps it beside one that takes all there is")
  func greedy() {
    var modest = self.share("modest", of: "b")
    modest.change(by: 100_000)
    var shares = (0 ..< 20).map { self.share("\($0)") }
    for index in shares.indices { shares[index].change(by: 100_000) }
    #expect(!self.ended.all.contains("modest") && self.ended.all.count > 3)
    #expect(self.ended.all == (0 ..< self.ended.all.count).map { "\($0)" })
  }

  @Test(
    "callers are told apart by their network",
    arguments: [
      ("127.0.0.1:50100", "127.0.0.1"), ("ipv4:127.0.0.1:50100", "127.0.0.1"),
      ("[2001:db8::1]:50100", "2001:db8:0:0::/64"),
      ("ipv6:[2001:db8:0:0:ffff::1]:1", "2001:db8:0:0::/64"), ("::1", "0:0:0:0::/64"),
      ("::ffff:192.0.2.7", "192.0.2.7"), ("unix:/tmp/socket", "unix"), ("", ""),
    ])
  func networks(peer: String, network: String) {
    #expect(PeerNetwork(of: peer).description == network)
  }
}
