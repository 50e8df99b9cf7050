import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@testable import InteractionStream

@Suite("Resume: every token fits")
struct TokenSizeTests {
  /// Returns the largest possible checkpoint of an experience: with the longest names and the
  /// largest numbers.
  private static func largest(
    of experience: Experience, commands count: Int
  ) -> Proto.SealedSession {
    var content = Proto.SealedSession()
    content.sessionID = String(repeating: "s", count: 64)
    content.user = String(repeating: "u", count: 64)
    content.epoch = .max
    content.appliedEvent = .max
    content.eventAllowance = -0.1
    content.state = experience.largestSession.proto
    var commands = CommandDeduplication()
    for index in 0 ..< CommandDeduplication.capacity {
      commands.remember(
        SessionCommand(id: "command-\(index)", order: .event(.floor(.open))),
        index % 2 == 0 ? .carriedOut(last: .max) : .refused(.assetNotReady, last: .max))
    }
    content.commands = commands.proto(newest: count)
    return content
  }

  private static func vault() throws -> CheckpointSealer {
    let name = String(repeating: "k", count: CheckpointKeys.maximumNameBytes)
    return try ResumeBench.vault(ResumeBench.first.replacing("first", with: name))
  }

  @Test("those that ship seal their fullest state with all commands", arguments: 0 ..< 11)
  func shipped(index: Int) throws {
    let experience = try BuiltInExperiences.all[index]
    let content = Self.largest(of: experience, commands: CommandDeduplication.minimumSealed)
    let token = try #require(try Self.vault().seal(content), "\(experience.name)")
    #expect(token.count <= ResumeMessage.maximumTokenBytes)
  }

  @Test("and so does every experience that is accepted, to the last byte", arguments: 0 ... 16)
  func accepted(badges: Int) throws {
    guard let experience = try? Experience(try Self.definition(badges: badges)) else { return }
    let content = Self.largest(of: experience, commands: CommandDeduplication.minimumSealed)
    let token = try Self.vault().seal(content)
    #expect(token != nil, "\(badges) badges: state \(experience.largestStateBytes)")
  }

  @Test("as many tabs, sources, toggles and carousels as may be are accepted")
  func fullLimits() throws {
    let experience = try Experience(try Self.definition(badges: 0))
    #expect(experience.largestStateBytes <= Experience.maximumStateBytes)
  }

  /// Returns an experience of maximum size apart from its badges.
  private static func definition(badges: Int) throws -> Proto.ExperienceDefinition {
    let items = (0 ..< 16).map {
      "    - {title: {text: \"\($0)\"}\($0 < badges ? ", badge: {}" : "")}"
    }
    let sources = (0 ..< 16).map { "  - {id: source-\($0), tab: \($0)}" }
    let toggles = (0 ..< 8).map { "  - {id: toggle-\($0), source: source-\($0)}" }
    let carousels = (0 ..< 4).map { "  - {source: source-\($0), count: 5}" }
    let text = """
      name: large
      sources:
      \(sources.joined(separator: "\n"))
      tab_bar:
        transition: {swipes: true}
        items:
      \(items.joined(separator: "\n"))
      toggles:
      \(toggles.joined(separator: "\n"))
      second_floor: {source: source-0}
      navigation: {}
      carousels:
      \(carousels.joined(separator: "\n"))
      """
    return try Proto.ExperienceDefinition(yaml: text)
  }
}
