import Testing

@testable import InteractionTransport

@Suite("A connection's streams by their numbers")
struct StreamMapTests {
  private static let streams = Array(0 ... 130 as ClosedRange<UInt32>)

  @Test("it holds what a dictionary holds, in the order of the streams", arguments: 1 ... 20)
  func likeDictionary(seed: Int) throws {
    var map = StreamMap<Int>()
    var model: [UInt32: Int] = [:]
    var state = UInt64(seed)
    for step in 0 ..< 300 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let stream = UInt32(state >> 33) % 64 * 2 + 1
      // Streams are mostly inserted with rising IDs, and removed in any order.
      if model[stream] == nil, state >> 62 != 0 {
        map.insert(step, for: stream)
        model[stream] = step
      } else {
        try #require(map.remove(stream) == model.removeValue(forKey: stream))
      }
      let order = model.sorted { $0.key < $1.key }
      try #require(map.elements == order.map(\.value))
      try #require(map.elements.indices.map { map.stream(at: $0) } == order.map(\.key))
      try #require(Self.streams.map { map[$0] } == Self.streams.map { model[$0] })
      try #require(
        Self.streams.map { map.index(of: $0) }
          == Self.streams.map { stream in order.firstIndex { $0.key == stream } })
    }
  }

  @Test("an element is changed where it is")
  func inPlace() throws {
    var map = StreamMap<Int>()
    for stream in [5, 1, 3] as [UInt32] { map.insert(Int(stream), for: stream) }
    map.elements[try #require(map.index(of: 3))] += 10
    #expect(map[3] == 13 && map[1] == 1 && map[5] == 5)
  }
}
