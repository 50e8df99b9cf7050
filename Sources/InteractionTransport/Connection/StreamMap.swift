/// A map from stream ID to element, for the streams of a connection.
///
/// Clients number their streams upwards by two, so a sorted array needs no hashing: while no older
/// stream has ended, a stream's index follows from its ID.
struct StreamMap<Element> {
  private var streams: [UInt32] = []
  /// The elements in stream order. Change them in place here: the map's subscript would allocate.
  var elements: [Element] = []

  /// Returns the index of a stream; nil if it is not in the map.
  func index(of stream: UInt32) -> Int? {
    if let oldest = self.streams.first, stream >= oldest {
      let index = Int((stream - oldest) / 2)
      if index < self.streams.count, self.streams[index] == stream { return index }
    }
    let index = self.place(of: stream)
    return index < self.streams.count && self.streams[index] == stream ? index : nil
  }

  subscript(stream: UInt32) -> Element? {
    self.index(of: stream).map { self.elements[$0] }
  }

  func stream(at index: Int) -> UInt32 { self.streams[index] }

  mutating func insert(_ element: Element, for stream: UInt32) {
    let index = self.place(of: stream)
    self.streams.insert(stream, at: index)
    self.elements.insert(element, at: index)
  }

  @discardableResult
  mutating func remove(_ stream: UInt32) -> Element? {
    guard let index = self.index(of: stream) else { return nil }
    self.streams.remove(at: index)
    return self.elements.remove(at: index)
  }

  /// Returns the index of the first stream that is not older than this one (binary search).
  private func place(of stream: UInt32) -> Int {
    var (low, high) = (0, self.streams.count)
    while low < high {
      let middle = (low + high) / 2
      if self.streams[middle] < stream { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension StreamMap: Equatable where Element: Equatable {}
extension StreamMap: Hashable where Element: Hashable {}
extension StreamMap: Sendable where Element: Sendable {}
