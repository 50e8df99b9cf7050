import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("Experiences are read, checked and filled in")
struct ExperienceReadingTests {
  private static let minimal = """
    name: small
    sources: [{ id: list }]
    tab_bar: { items: [{ title: { text: One } }] }
    """

  private func read(_ yaml: String) throws -> Experience {
    try Experience(try Proto.ExperienceDefinition(yaml: yaml))
  }

  @Test("R1 R3 R4 F4 T1: what is left out comes from the preset")
  func presets() throws {
    let toggle = "\ntoggles: [{ id: t, source: list }]\nsecond_floor: { source: list }\n"
    let refined = try self.read(Self.minimal + toggle)
    #expect(refined.toggles[0].rule == .refined)
    #expect(refined.floor?.rule == .refined)
    #expect(refined.tabBar.height == 56)
    let literal = try self.read(Self.minimal + toggle + "preset: PRESET_LITERAL\n")
    #expect(literal.toggles[0].rule == .literal)
    #expect(literal.floor?.rule == .literal)
    #expect(literal.tabBar.popsAtLaunch)
    #expect(refined.digest != literal.digest)
  }

  @Test("a resolved definition reads back as the same experience", arguments: 0 ..< 9)
  func resolved(index: Int) throws {
    var experience = try BuiltInExperiences.all[index]
    var again = try Experience(experience.definition)
    experience.digest = ""
    again.digest = ""
    #expect(again == experience)
  }

  @Test(
    "what is wrong is named with its field and limit",
    arguments: [
      ("name: [", "did not find expected node content"),
      ("3", "not a mapping from field names"),
      (minimal + "\nnmae: x", "nmae: 'nmae' is not a field here"),
      (minimal + "\npreset: PRESET_ODD", "preset: is not a value of its enumeration"),
      ("name: A B\n", "name: is 'A B'"),
      ("name: small\n", "sources: is empty"),
      (
        minimal + "\ntoggles: [{ id: t, source: lst }]",
        "toggles[0].source: is 'lst'; must be one of"
      ),
      (
        minimal + "\ntoggles: [{ id: t, source: list, threshold: -1 }]",
        "toggles[0].threshold: is -1;"
      ),
      (
        minimal + "\ntoggles: [{ id: t, source: list, duration: 11s }]",
        "toggles[0].duration: is 11 s;"
      ),
      (
        minimal + "\ntoggles: [{ id: t, source: list }, { id: t, source: list }]",
        "'t' is declared twice"
      ),
      (
        minimal + "\nsecond_floor: { source: list, tip_distance: 150 }",
        "second_floor.tip_distance: is 150;"
      ),
      (
        minimal + "\nsecond_floor: { source: list, trigger_distance: 900 }",
        "at most the limit, 812,"
      ),
      (
        minimal + "\nsecond_floor: { source: list, tip_color: red }",
        "second_floor.tip_color: is 'red'"
      ),
      ("a: &x [1]\nb: *x", "anchors and aliases"),
      (minimal + "\nname: again", "name"),
      (
        minimal + "\ntoggles: [{ id: t, source: list }, { id: u, sauce: list }]",
        "toggles[1].sauce: 'sauce' is not a field here"
      ),
      (minimal + "\ntoggles: [{ id: t, duration: 0.25 }]", "toggles[0].duration: is not a text"),
    ])
  func problems(yaml: String, problem: String) {
    let error = #expect(throws: ExperienceError.self) { try self.read(yaml) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(problem), "\(error.map { "\($0)" } ?? "")")
  }

  @Test("everything that is wrong is said at once")
  func allProblems() {
    let error = #expect(throws: ExperienceError.self) {
      try self.read("name: ''\nsources: [{ id: a }, { id: a }]\ntab_bar: { items: [] }")
    }
    #expect((error?.violations.count ?? 0) >= 3)
  }
}
