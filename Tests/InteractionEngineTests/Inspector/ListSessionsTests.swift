import InteractionWire
import Testing

@Suite("ListSessions", .timeLimit(.minutes(2)))
struct ListSessionsTests {
  /// Opens twelve sessions, of two users and two experiences. Returns their IDs.
  private func open(_ running: RunningEngine) async throws -> [String] {
    let names = (10 ..< 22).map { "\(["a", "b"][$0 % 2])-\($0)" }
    for (number, name) in names.enumerated() {
      let client = number % 3 == 0 ? TestStream(running) : UnarySession(running)
      try await client.open {
        ($0.sessionID, $0.user) = (name, ["anna", "", "berta"][number % 3])
        $0.experience = ["shop", "plain"][number / 6]
      }
    }
    return names
  }

  @Test("filters")
  func filters() async throws {
    try await BackendExperiences.open { running in
      let inspector = Inspector(running)
      #expect(try await inspector.list() == .init())
      let names = try await self.open(running)
      func every(_ step: Int, from first: Int) -> [String] {
        stride(from: first, to: 12, by: step).map { names[$0] }
      }
      for (json, expected) in [
        ("{}", names), (#"{"user": "anna"}"#, every(3, from: 0)),
        (#"{"user": "berta"}"#, every(3, from: 2)), (#"{"user": "none"}"#, []),
        (#"{"experience": "plain"}"#, Array(names[6...])), (#"{"experience": "attic"}"#, []),
        (#"{"sessionPrefix": "a-"}"#, every(2, from: 0)),
        (#"{"sessionPrefix": "a-1"}"#, Array(every(2, from: 0)[..<5])),
        (#"{"sessionPrefix": "a-10x"}"#, []),
        (#"{"sessionPrefix": "b-", "user": "anna", "experience": "shop"}"#, [names[3]]),
      ] {
        let found = try await inspector.list(json)
        #expect(found.sessions.map(\.sessionID) == expected.sorted(), "\(json)")
        #expect(found.nextPageToken.isEmpty && Int(found.totalSize) == expected.count, "\(json)")
      }
    }
  }

  @Test("pages, whatever their size")
  func pages() async throws {
    try await BackendExperiences.open { running in
      let inspector = Inspector(running)
      let names = try await self.open(running).sorted()
      for size in [1, 5, 11, 12, 1000] {
        var found: [String] = []
        var token = ""
        repeat {
          let page = try await inspector.list(#"{"pageSize": \#(size), "pageToken": "\#(token)"}"#)
          #expect(1 ... size ~= page.sessions.count && page.totalSize == 12)
          found += page.sessions.map(\.sessionID)
          token = page.nextPageToken
        } while !token.isEmpty
        #expect(found == names, "\(size)")
      }
      let some = try await inspector.list(
        #"{"pageSize": 2, "pageToken": "\#(names[1])", "sessionPrefix": "a-"}"#)
      #expect(some.sessions.map(\.sessionID) == Array(names[2 ..< 4]) && some.totalSize == 6)
      #expect(try await inspector.list(#"{"pageToken": "~"}"#).sessions.isEmpty)
      for size in ["1001", "4294967295"] {
        let end = await CallCompletion.of {
          _ = try await inspector.list(#"{"pageSize": \#(size)}"#)
        }
        #expect("\(end)" == "invalidArgument INVALID_ARGUMENT page_size")
      }
    }
  }
}
