package import InteractionCore
import SwiftProtobuf

extension Experience {
  /// Converts a definition, and applies its preset. The digest remains empty.
  ///
  /// - Throws: ``ExperienceError`` with the violations of all fields.
  package init(reading definition: Proto.ExperienceDefinition) throws(ExperienceError) {
    var reader = DefinitionReader()
    self.init(definition, by: &reader)
    if !reader.violations.isEmpty {
      throw ExperienceError(violations: reader.violations)
    }
  }

  /// Converts a definition. A field that violates a limit has another value, and the reader knows
  /// the violation.
  init(_ definition: Proto.ExperienceDefinition, by reader: inout DefinitionReader) {
    let preset = reader.choice(definition.preset, Preset.refined, "preset")
    let tabs = definition.tabBar.items.count
    let sources = reader.sources(definition.sources, tabs: tabs)
    let timelines = reader.timelines(definition.timelines)
    self.init(
      name: reader.name(definition.name, limit: 64, dots: true, "name"),
      preset: preset,
      sources: sources,
      tabBar: reader.tabBar(
        definition.tabBar, preset: preset, sources: sources, timelines: timelines),
      toggles: reader.toggles(
        definition.toggles, preset: preset, sources: sources, timelines: timelines),
      floor: definition.hasSecondFloor
        ? reader.floor(
          definition.secondFloor, preset: preset, sources: sources, timelines: timelines) : nil,
      navigation: definition.hasNavigation
        ? reader.navigation(definition.navigation, preset: preset, timelines: timelines) : nil,
      carousels: reader.carousels(definition.carousels, sources: sources),
      timelines: timelines,
      announcements: reader.announcements(definition.announcements),
      links: reader.links(definition.links, sources: sources, "links")
    )
    for (index, item) in self.tabBar.items.enumerated()
    where item.jump?.staysLit == true && self.navigation == nil {
      reader.add(
        "tab_bar.items[\(index)].jump.stays_lit",
        "needs `navigation`, whose pages it follows; add it, or remove stays_lit")
    }
  }

  /// The complete definition, without reliance on a preset.
  package var definition: Proto.ExperienceDefinition {
    .with {
      $0.name = self.name
      $0.preset = self.preset.proto
      $0.sources = self.sources.map { source in
        .with {
          $0.id = source.id.name
          if let tab = source.tab { $0.tab = Int32(clamping: tab) }
          $0.lists = source.lists
        }
      }
      $0.tabBar = self.tabBar.definition
      $0.toggles = self.toggles.map { $0.definition }
      if let floor = self.floor { $0.secondFloor = floor.definition }
      if let navigation = self.navigation { $0.navigation = navigation.definition }
      $0.carousels = self.carousels.map { $0.definition }
      $0.timelines = self.timelines.map { $0.definition }
      $0.links = self.links.map { $0.proto }
      $0.announcements = self.announcements.map { announcement in
        .with {
          $0.occasion = announcement.occasion.proto
          $0.text = announcement.text.definition
          $0.interrupts = announcement.interrupts
        }
      }
    }
  }
}

extension DefinitionReader {
  fileprivate mutating func announcements(
    _ definitions: [Interaction_V1_AnnouncementDefinition]
  ) -> [AnnouncementDefinition] {
    var occasions: [AnnouncementDefinition.Occasion] = []
    return self.list(definitions, limit: 8, "announcements").enumerated().map { index, definition in
      let field = "announcements[\(index)]"
      let known = AnnouncementDefinition.Occasion.allCases.map { $0.word }.joined(separator: ", ")
      self.require(
        definition.occasion != .unspecified, field.child("occasion"),
        "is missing; must be one of \(known)")
      let occasion = self.choice(
        definition.occasion, AnnouncementDefinition.Occasion.floorOpened, field.child("occasion"))
      self.require(
        occasions.appendNew(occasion), field.child("occasion"),
        "'\(occasion.word)' is declared twice; remove one")
      let text = self.localizedText(definition.text, field.child("text"))
      self.require(text != LocalizedText(), field.child("text"), "is empty; must have a text")
      return AnnouncementDefinition(
        occasion: occasion, text: text, interrupts: definition.interrupts)
    }
  }

  fileprivate mutating func sources(
    _ definitions: [Interaction_V1_SourceDefinition], tabs: Int
  ) -> [ScrollSource] {
    self.require(!definitions.isEmpty, "sources", "is empty; must have 1 to 16 entries")
    let definitions = self.list(definitions, limit: 16, "sources")
    var names: [String] = []
    return definitions.enumerated().map { index, definition in
      let field = "sources[\(index)]"
      let name = self.name(definition.id, limit: 15, field.child("id"))
      self.require(
        names.appendNew(name), field.child("id"),
        "'\(name)' is declared twice; rename or remove one")
      if definition.hasTab {
        self.require(
          definition.tab >= 0 && Int(definition.tab) < tabs, field.child("tab"),
          "is \(definition.tab); must be 0 to \(tabs - 1)")
      }
      return ScrollSource(
        id: SourceID(name), tab: definition.hasTab ? Int(definition.tab) : nil,
        lists: self.lists(definition.lists, field.child("lists")))
    }
  }

  /// Reads the names of lists that lie side by side (rule S9).
  private mutating func lists(_ names: [String], _ field: String) -> [String] {
    self.require(
      names.count != 1, field, "has 1 entry; must have 2 to 8; a single list needs no name")
    var known: [String] = []
    return self.list(names, limit: 8, field).enumerated().map { index, name in
      self.require(
        known.appendNew(name), "\(field)[\(index)]",
        "'\(name)' is declared twice; rename or remove one")
      return self.name(name, limit: 15, "\(field)[\(index)]")
    }
  }
}
