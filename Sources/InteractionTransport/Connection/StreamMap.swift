/// What a connection knows of its streams, each under its number.
///
/// Clients number their streams upwards by two, so an array in that order needs no hashing: while
/// no older stream has ended, a stream stands where its number says.
struct StreamMap<Element> {
  private var streams: [UInt32] = []
  /// In the order of their streams. What changes one in place names it here: through a subscript of
  /// the map it would allocate.
  var elements: [Element] = []

  /// Where a stream is; nil if it is not there.
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

  /// The first place with a stream no older than this one.
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
