import DequeModule
import InteractionService

/// A queue that serves networks round-robin: a long queue of one network delays only that network.
struct FairQueue<Element> {
  private var queues: [PeerNetwork: Deque<Element>] = [:]
  /// The networks with elements, in the order of their turns.
  private var turns: Deque<PeerNetwork> = []
  private(set) var count = 0

  init() {}

  mutating func append(_ element: Element, of network: PeerNetwork) {
    if self.queues[network] == nil { self.turns.append(network) }
    self.queues[network, default: []].append(element)
    self.count += 1
  }

  /// Removes the first element of the network whose turn it is.
  mutating func popFirst() -> Element? {
    guard let network = self.turns.popFirst(), let element = self.queues[network]?.popFirst()
    else { return nil }
    self.count -= 1
    if self.queues[network]?.isEmpty == true {
      self.queues[network] = nil
    } else {
      self.turns.append(network)
    }
    return element
  }

  /// Removes the newest element of the network with the most elements, if it has more than
  /// `network` would have with one more.
  mutating func popLast(ofMoreThan network: PeerNetwork) -> Element? {
    let own = self.queues[network]?.count ?? 0
    guard let (most, queue) = self.queues.max(by: { $0.value.count < $1.value.count }),
      most != network, queue.count > own + 1
    else { return nil }
    self.count -= 1
    return self.queues[most]?.popLast()
  }
}
