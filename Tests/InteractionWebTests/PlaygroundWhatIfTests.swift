import Foundation
import InteractionExperience
import InteractionReplay
import InteractionTrace
import Testing

@Suite("Outcomes of edited texts in the playground")
struct PlaygroundWhatIfTests {
  /// The body of a request.
  private struct Texts: Encodable {
    var saved: String
    var edited: String
    var sample: Int?
    var recording: String?
  }

  /// The part of a response that the tests read.
  private struct Response: Decodable {
    struct Group: Decodable { let recording: String }
    struct Outcomes: Decodable {
      let verdict: String
      let sessions: Int
      let changed: Int
      let notes: [String]
      let figures: [[String]]
      let groups: [Group]
    }
    let recordings: Int
    let isComplete: Bool
    let outcomes: Outcomes
  }

  /// Runs `body` with a playground that plays recordings of the tour and of the reader.
  private func withRecordings(_ body: (ServedPlayground, _ home: String) async throws -> Void)
    async throws
  {
    let parent = FileManager.default.temporaryDirectory
      .appendingPathComponent("what-if-\(UUID().uuidString)")
    let folder = parent.appendingPathComponent("recordings")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("sub"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: parent) }
    let tour = try BundledTrace.tour.trace
    for name in ["a.trace", "sub/b.txt", "../secret.trace"] {
      try tour.write(to: folder.appendingPathComponent(name))
    }
    try BundledTrace.reader.trace.write(to: folder.appendingPathComponent("reader.txt"))
    let home = try #require(
      BuiltInExperiences.texts.first { $0.contains("name: \(tour.header.experience)\n") })
    try #require(home.contains("threshold: 456"))
    try await ServedPlayground.with(recordings: folder) { try await body($0, home) }
  }

  private func ask(
    _ playground: ServedPlayground, _ texts: Texts, at path: String = "what-if"
  ) async throws -> (status: Int, body: String) {
    let body = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    return try await playground.ask("POST", "/playground/\(path)", body)
  }

  private func outcomes(_ playground: ServedPlayground, _ texts: Texts) async throws -> Response {
    let answer = try await self.ask(playground, texts)
    try #require(answer.status == 200, "\(answer.body)")
    return try JSONDecoder().decode(Response.self, from: Data(answer.body.utf8))
  }

  @Test("the recordings of a folder are played through the saved and the edited text")
  func outcomes() async throws {
    try await self.withRecordings { playground, home in
      let edited = home.replacing("threshold: 456", with: "threshold: 300")
      let response = try await self.outcomes(playground, Texts(saved: home, edited: edited))
      #expect(response.recordings == 3 && response.isComplete)
      let outcomes = response.outcomes
      #expect(outcomes.sessions == 2 && outcomes.changed == 2)
      #expect(outcomes.verdict == "something changes in 2 of 2 sessions (100 %)")
      #expect(outcomes.figures.contains { $0[0] == "rockets" && $0.count == 6 })
      #expect(outcomes.groups.map(\.recording) == ["a.trace"])
      let note = "not compared: 1 recording of an experience with another name, such as reader.txt"
      #expect(outcomes.notes.contains(note), "\(outcomes.notes)")
      #expect(outcomes.notes.contains { $0.contains("same fingers") })

      let same = try await self.outcomes(playground, Texts(saved: home, edited: home + "# Mine.\n"))
      #expect(same.outcomes.verdict == "nothing changes in 2 sessions")
      let sample = try await self.outcomes(
        playground, Texts(saved: home, edited: edited, sample: 1))
      #expect(sample.recordings == 3 && !sample.isComplete && sample.outcomes.sessions == 1)
    }
  }

  @Test("the differences of one recording are shown, of no file outside the folder")
  func differences() async throws {
    try await self.withRecordings { playground, home in
      let edited = home.replacing("threshold: 456", with: "threshold: 300")
      func ask(_ name: String?) async throws -> (status: Int, body: String) {
        try await self.ask(
          playground, Texts(saved: home, edited: edited, recording: name),
          at: "what-if/differences")
      }
      let shown = try await ask("sub/b.txt")
      #expect(shown.status == 200 && shown.body.contains(#""+ "#), "\(shown.body)")
      for name in ["../secret.trace", "none.trace", "", nil] {
        #expect(try await ask(name).status == 404)
      }
      let other = try await ask("reader.txt")
      #expect(other.status == 422 && other.body.contains("another name"))
    }
  }

  @Test("a text with a problem is not played, and the answer says which one")
  func problems() async throws {
    try await self.withRecordings { playground, home in
      let wrong = home.replacing("threshold: 456", with: "threshold: high")
      let edited = try await self.ask(playground, Texts(saved: home, edited: wrong))
      #expect(edited.status == 422 && edited.body == #"{"reason":"the text has problems"}"#)
      let saved = try await self.ask(playground, Texts(saved: wrong, edited: home))
      #expect(saved.status == 422 && saved.body.contains("the saved version has problems"))
      let large = home + String(repeating: "#", count: 256 << 10)
      #expect(try await self.ask(playground, Texts(saved: home, edited: large)).status == 422)
      #expect(try await playground.ask("POST", "/playground/what-if", "{}").status == 400)
    }
  }

  @Test("without a folder of recordings the answer says how to have one")
  func noFolder() async throws {
    let texts = Texts(saved: "", edited: "")
    try await ServedPlayground.with { playground in
      let answer = try await self.ask(playground, texts)
      #expect(answer.status == 422 && answer.body.contains("--recordings FOLDER"))
    }
    let nowhere = URL(fileURLWithPath: "/nowhere")
    try await ServedPlayground.with(recordings: nowhere) { playground in
      let answer = try await self.ask(playground, texts)
      #expect(answer.status == 422 && answer.body.contains("does not exist"))
    }
  }

  @Test("a page from elsewhere gets no outcomes")
  func origins() async throws {
    try await self.withRecordings { playground, home in
      let body = String(
        decoding: try JSONEncoder().encode(Texts(saved: home, edited: home)), as: UTF8.self)
      let answer = try await playground.ask(
        "POST", "/playground/what-if", body, headers: ["origin": "http://evil.example"])
      #expect(answer.status == 403)
    }
  }
}
