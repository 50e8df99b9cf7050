import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@testable import InteractionStream

@Suite("Resume: what an opening with a checkpoint comes to")
struct ResumeOpeningTests {
  /// Returns a session with three events and three directives, and its latest checkpoint.
  private static func left() throws -> ResumeBench {
    var bench = try ResumeBench.opened()
    for tab in 1 ... 3 { bench.send(UInt64(tab), .tapTab(index: tab)) }
    return bench
  }

  private static func open(
    _ open: OpenFrame, _ vault: CheckpointSealer?, version: SessionStream.ExperienceLookup? = nil
  ) -> ResumeBench {
    var bench = ResumeBench(vault, version: version)
    bench.receive(.open(open))
    return bench
  }

  @Test("another server goes on from where it was, and shows nothing again")
  func resumed() throws {
    let left = try Self.left()
    let checkpoint = try #require(left.checkpoint)
    #expect(checkpoint.event == 3 && checkpoint.directive == 3)
    let bench = Self.open(.resuming(from: checkpoint), try ResumeBench.vault())
    #expect(bench.outcome == .resumed(appliedEvent: 3))
    #expect(bench.frames.count == 1 && bench.frames[0].directives.isEmpty)
    #expect(bench.frames[0].opened?.snapshot == nil)
    #expect(bench.checkpoint?.event == 3 && bench.checkpoint?.directive == 3)
    #expect(bench.stream.session == left.stream.session)
  }

  @Test("every reason to begin anew")
  func restarted() throws {
    let checkpoint = try #require(try Self.left().checkpoint)
    let good = OpenFrame.resuming(from: checkpoint)
    var broken = good
    broken.resume?.token[40] ^= 1
    let vault = try ResumeBench.vault()
    let rows: [(ResumeBench, RestartReason)] = [
      (Self.open(broken, vault), .invalidToken),
      (Self.open(good, try ResumeBench.vault(ResumeBench.second)), .unknownKey),
      (Self.open(good, nil), .unknownKey),
      (Self.open(good, try ResumeBench.vault(at: 1_121)), .expired),
      (Self.open(good, vault, version: { _ in nil }), .unknownExperience),
      (Self.open(.resuming(from: checkpoint, firstEvent: 5), vault), .eventsMissing),
      (Self.open(.resuming(from: checkpoint, directive: 2), vault), .directivesMissing),
    ]
    for (bench, reason) in rows {
      #expect(bench.outcome == .restarted(reason))
      #expect(bench.frames.first?.opened?.snapshot != nil, "\(reason)")
      #expect(bench.conversation?.expected == 1, "\(reason)")
    }
    #expect(Self.open(.resuming(from: checkpoint, firstEvent: 4), vault).outcome != nil)
    let older = Self.open(.resuming(from: checkpoint, firstEvent: 1), vault)
    #expect(older.outcome == .resumed(appliedEvent: 3))
  }

  @Test("checkpoints with impossible numbers are refused")
  func insane() throws {
    let vault = try ResumeBench.vault()
    let checkpoint = try #require(try Self.left().checkpoint)
    let good = try vault.open(checkpoint.token)
    let changes: [(inout Proto.SealedSession) -> Void] = [
      { $0.appliedEvent = .max }, { $0.eventAllowance = .nan }, { $0.state.nextDirective = 0 },
      { $0.state.nextDirective = .max }, { $0.state.scrolls[0].y = .infinity },
      { $0.state.floor.samplePosition = [1e300] },
    ]
    for change in changes {
      var content = good
      change(&content)
      var sealed = checkpoint
      sealed.token = try #require(vault.seal(content))
      let bench = Self.open(.resuming(from: sealed, directive: .max), vault)
      #expect(bench.outcome == .restarted(.invalidToken))
    }
  }

  @Test("a session of another version goes on with its own; one that is no version is refused")
  func versions() throws {
    let checkpoint = try #require(try Self.left().checkpoint)
    let literal = try #require(try BuiltInExperiences.named("home-literal"))
    // The digest identifies a version, and the state must match it.
    let wrong = Self.open(
      .resuming(from: checkpoint), try ResumeBench.vault(), version: { _ in literal })
    #expect(wrong.outcome == .restarted(.invalidToken))
    let renamed = Self.open(
      .resuming(experience: "home-literal", from: checkpoint), try ResumeBench.vault())
    #expect(renamed.outcome == .resumed(appliedEvent: 3))
    #expect(renamed.stream.session?.experience.name == "home-refined")
  }

  @Test("another user's checkpoint ends the stream")
  func foreign() throws {
    var bench = try ResumeBench.opened(.resuming(user: "ann"))
    bench.send(1, .tapTab(index: 1))
    let checkpoint = try #require(bench.checkpoint)
    let vault = try ResumeBench.vault()
    for open in [
      OpenFrame.resuming(session: "s-2", user: "ann", from: checkpoint),
      .resuming(user: "bob", from: checkpoint), .resuming(from: checkpoint),
    ] {
      let bench = Self.open(open, vault)
      #expect(bench.ending?.reason == .foreignCheckpoint && bench.frames.isEmpty)
    }
    #expect(Self.open(.resuming(user: "ann", from: checkpoint), vault).ending == nil)
  }

  @Test(
    "a client that does not resume gets no checkpoints, nor does any from a server without keys")
  func none() throws {
    var plain = try ResumeBench.opened(.sample())
    plain.send(1, .tapTab(index: 1))
    var keyless = ResumeBench(nil)
    keyless.receive(.open(.resuming()))
    keyless.send(1, .tapTab(index: 1))
    keyless.pass(.seconds(20))
    #expect(plain.checkpoint == nil && keyless.checkpoint == nil)
  }
}
