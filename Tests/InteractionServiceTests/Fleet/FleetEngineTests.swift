import InteractionCore
import InteractionExperience
import InteractionFleet
import InteractionVariants
import InteractionWire
import Logging
import SwiftProtobuf
import Synchronization
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("Fleet engine")
struct FleetEngineTests {
  private let engine: Engine
  private let member: FleetEngine

  init() throws {
    var configuration = Engine.Configuration()
    configuration.waitsForFleet = true
    configuration.checkpoints = CheckpointSealer(keys: try CheckpointKeys("old \(Self.secret(1))"))
    self.engine = try Engine(
      configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    self.member = FleetEngine(self.engine, named: "e1", settlingTime: .seconds(15))
  }

  private static func secret(_ number: UInt8) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopq"
    return "\(letters.dropFirst(Int(number)))" + letters.prefix(Int(number)) + "="
  }

  private func experience(_ name: String) throws -> DocumentVersion {
    var definition = try #require(try BuiltInExperiences.definitions.first)
    definition.name = name
    let text = try definition.jsonString()
    let digest = try Proto.ExperienceDefinition(yaml: text).digest
    return DocumentVersion(DocumentName(.experience, name), digest: digest, text: text)
  }

  private func keys(_ text: String) throws -> DocumentVersion {
    DocumentVersion(.checkpointKeys, digest: try CheckpointKeys(text).digest, text: text)
  }

  @Test("an accepted version can be resumed with, and opened once it is active")
  func experiences() async throws {
    let version = try self.experience("mine")
    #expect(await self.member.validate(version) == .accepted)
    #expect(self.engine.catalog.version(version.digest) != nil)
    #expect(self.engine.catalog.experience(named: "mine") == nil)
    await self.member.activate([version])
    #expect(self.engine.catalog.experience(named: "mine")?.digest == version.digest)
    await self.member.activate([])
    #expect(self.engine.catalog.experience(named: "mine") == nil)
    #expect(self.engine.catalog.version(version.digest) != nil)
  }

  @Test("a kill switch moves open sessions if asked, also when it is set already")
  func killed() async {
    let record = KillSwitchRecord(variants: ["low"], by: "ann", at: 1)
    var moving = record
    moving.move = SessionMoveRecord(sharePerSecond: 1)
    func moves() -> Int { self.engine.killMoves.withLock { $0.count } }
    await self.member.switchOff(["home": record])
    #expect(self.engine.catalog.killSwitches.of("home") == .variants(["low"]) && moves() == 0)
    await self.member.switchOff(["home": moving])
    #expect(moves() == 1)
    await self.member.switchOff([:])
    #expect(self.engine.catalog.killSwitches.of("home") == .lifted && moves() == 0)
  }

  @Test("all versions of the store are known, and the active one always")
  func atHand() async throws {
    var definition = try #require(try BuiltInExperiences.definitions.first)
    definition.name = "mine"
    var versions: [DocumentVersion] = []
    for height in 41 ... 60 {
      definition.tabBar.height = Double(height)
      let text = try definition.jsonString()
      let digest = try Proto.ExperienceDefinition(yaml: text).digest
      versions.append(
        DocumentVersion(DocumentName(.experience, "mine"), digest: digest, text: text))
    }
    for version in versions { #expect(await self.member.validate(version) == .accepted) }
    func known() -> [Bool] {
      versions.map { self.engine.catalog.version($0.digest) != nil }
    }
    #expect(!known().contains(false))
    await self.member.activate([versions[0]])
    await self.member.unload(versions[0])
    await self.member.unload(versions[1])
    #expect(known() == [true, false] + Array(repeating: true, count: 18))
    // It stays active while another document is activated.
    await self.member.activate([versions[0]])
    #expect(self.engine.catalog.experience(named: "mine")?.digest == versions[0].digest)
    await self.member.activate([versions[2]])
    #expect(known() == [false, false] + Array(repeating: true, count: 18))
  }

  @Test("a version that it reads differently from its publisher is refused")
  func mistakes() async throws {
    let version = try self.experience("mine")
    let texts = [
      DocumentVersion(version.name, digest: "other", text: version.text),
      DocumentVersion(
        DocumentName(.experience, "other"), digest: version.digest, text: version.text),
      DocumentVersion(version.name, digest: version.digest, text: "{name: mine, toggels: []}"),
    ]
    for text in texts {
      guard case .refused(let reasons) = await self.member.validate(text) else {
        Issue.record("accepted \(text)")
        continue
      }
      #expect(!reasons.isEmpty)
    }
  }

  @Test("new keys open before they seal, and a known name has one secret")
  func keyRings() async throws {
    let vault = try #require(self.engine.context.checkpoints)
    let both = "new \(Self.secret(2))\nold \(Self.secret(1))"
    let version = try self.keys(both)
    let other = CheckpointSealer(keys: try CheckpointKeys(both))
    let token = try #require(other.seal(Proto.SealedSession()))
    #expect(throws: RestartReason.unknownKey) { try vault.open(token) }
    #expect(await self.member.validate(version) == .accepted)
    #expect(throws: Never.self) { try vault.open(token) }
    #expect(vault.seal(Proto.SealedSession())?.dropFirst(2).prefix(3) == Array("old".utf8)[...])
    await self.member.activate([version])
    #expect(vault.seal(Proto.SealedSession())?.dropFirst(2).prefix(3) == Array("new".utf8)[...])
    let conflict = try self.keys("old \(Self.secret(3))")
    guard case .refused = await self.member.validate(conflict) else {
      Issue.record("accepted another secret")
      return
    }
  }

  @Test("serves once it is told to, and not after it has begun to go down")
  func health() async {
    #expect(!self.engine.health.isServing)
    await self.member.acceptSessions()
    #expect(self.engine.health.isServing)
    self.engine.health.stopServing()
    await self.member.acceptSessions()
    #expect(!self.engine.health.isServing)
  }

  @Test("acts until its deadline, and without a fleet for ever")
  func fence() {
    let fence = Fence()
    let always = fence.allows(Instant(microseconds: .max))
    fence.move(to: Instant(microseconds: 5))
    let (before, after) = (
      fence.allows(Instant(microseconds: 5)), fence.allows(Instant(microseconds: 6))
    )
    #expect((always, before, after) == (true, true, false))
  }
}
