import Testing

@Suite("Scripts of frames: the Swift client")
struct FrameScriptTests {
  @Test(
    "the client's frames, its connections, and the updates to its app", arguments: FrameScript.all
  )
  func plays(script: FrameScript) throws {
    var player = try FramePlayer(script)
    try player.play()
  }

  @Test("there are scripts, and one that is changed fails")
  func differs() throws {
    #expect(FrameScript.all.count > 70)
    let script = try #require(FrameScript.all.first { $0.file == "stream.txt" })
    let faults: [(inout FrameScript.Line) -> Void] = [
      { if $0.word == "send" { $0.rest = $0.rest.replacing("\"tab\":1", with: "\"tab\":4") } },
      { if $0.word == "tell" { $0.rest = $0.rest.replacing("directive 1", with: "directive 2") } },
      { if $0.word == "leave" { $0.word = "abandon" } },
    ]
    for fault in faults {
      var changed = script
      for index in changed.lines.indices { fault(&changed.lines[index]) }
      #expect(throws: FrameFailure.self) {
        var player = try FramePlayer(changed)
        try player.play()
      }
    }
    var silent = script
    silent.lines.removeAll { $0.word == "send" && $0.rest.contains("\"tab\":2") }
    #expect(throws: FrameFailure.self) {
      var player = try FramePlayer(silent)
      try player.play()
    }
  }
}
