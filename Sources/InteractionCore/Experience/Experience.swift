/// The declarative configuration of one surface: every number and policy that the rules leave open.
///
/// The presets ``Preset/refined`` and ``Preset/literal`` differ only in the defaults of the
/// policies below.
public struct Experience: Hashable, Sendable {
  /// The name under which clients request the experience.
  public var name: String
  /// The SHA-256 digest of the definition, in hexadecimal; empty if not needed.
  public var digest: String
  /// The preset that supplied the defaults.
  public var preset: Preset
  /// The scroll views that the surface reports (rule S2); at most 16.
  public var sources: [ScrollSource]
  /// The tab bar (rules T1–T15).
  public var tabBar: TabBarDefinition
  /// The threshold toggles (rules R1–R11); at most 8.
  public var toggles: [ToggleDefinition]
  /// The pull-down second floor (rules F1–F16), if any.
  public var floor: FloorDefinition?
  /// The navigation above the root (rules N1–N5), if the engine decides it.
  public var navigation: NavigationDefinition?
  /// The banners that advance automatically (rules C1, C2); at most 4.
  public var carousels: [CarouselDefinition]
  /// The named timelines (rule D2); at most 16. Each definition that plays one holds a copy.
  public var timelines: [TimelineDefinition]
  /// The texts for screen readers (rule U4); at most 8.
  public var announcements: [AnnouncementDefinition]
  /// The properties that follow a list, besides those of the floor (rule L1); at most 16.
  public var links: [ScrollLink]
  /// The maximum size of a session's item changes, bytes (rule T18): less than ``changeBytes`` if
  /// the rest of its state leaves less room in a checkpoint. Not part of the definition.
  public var maximumChangeBytes = Experience.changeBytes

  public init(
    name: String,
    digest: String = "",
    preset: Preset,
    sources: [ScrollSource],
    tabBar: TabBarDefinition,
    toggles: [ToggleDefinition],
    floor: FloorDefinition?,
    navigation: NavigationDefinition? = nil,
    carousels: [CarouselDefinition] = [],
    timelines: [TimelineDefinition] = [],
    announcements: [AnnouncementDefinition] = [],
    links: [ScrollLink] = []
  ) {
    self.name = name
    self.digest = digest
    self.preset = preset
    self.sources = sources
    self.tabBar = tabBar
    self.toggles = toggles
    self.floor = floor
    self.navigation = navigation
    self.carousels = carousels
    self.timelines = timelines
    self.announcements = announcements
    self.links = links
  }

  /// Returns the index of a source in ``sources``.
  package func index(of source: SourceID) -> Int? {
    self.sources.index(of: source)
  }

  /// Returns whether a toggle depends on the end of a list's content (rule S4).
  package func dependsOnContentEnd(of source: SourceID) -> Bool {
    self.toggles.contains { $0.source == source && !$0.rule.seesOverscroll }
  }

  /// The indices of the sources on whose travel a toggle depends (rule R12).
  package var travelSources: [Int] {
    self.sources.indices.filter { index in
      self.toggles.contains { $0.source == self.sources[index].id && $0.rule.travel != nil }
    }
  }

  /// The indices of the sources that have several lists (rule S9).
  package var pagerSources: [Int] {
    self.sources.indices.filter { !self.sources[$0].lists.isEmpty }
  }

  /// Returns whether a pull or a tap may refresh a list (rule F13).
  package func mayRefresh(_ source: SourceID) -> Bool {
    if let floor = self.floor, floor.source == source, floor.rule.mayRefresh { return true }
    return self.tabBar.items.contains { item in
      item.list == source
        && (item.reselection.contains(.refresh) || item.doubleTap?.action == .refresh)
    }
  }
}

extension [ScrollSource] {
  /// Returns the index of a source.
  ///
  /// A linear search: there are at most 16, their names compare in one word, and the busiest source
  /// usually comes first.
  package func index(of source: SourceID) -> Int? {
    self.firstIndex { $0.id == source }
  }
}

/// A scroll view that reports to the engine.
public struct ScrollSource: Hashable, Sendable {
  /// The source's name.
  public var id: SourceID
  /// The index of the tab whose page contains it; nil if it is always visible (rule R9).
  public var tab: Int?
  /// The names of its lists that lie side by side; empty for a single list (rule S9).
  public var lists: [String]

  public init(id: SourceID, tab: Int? = nil, lists: [String] = []) {
    self.id = id
    self.tab = tab
    self.lists = lists
  }
}

/// A text with a key, translations and a fallback.
public struct LocalizedText: Hashable, Sendable {
  /// The key for lookups in the client's own tables.
  public var key: String
  /// The text for every other locale.
  public var fallback: String
  /// Texts by BCP 47 tag, sorted by tag.
  public var translations: [Translation]

  /// The text in one locale.
  public struct Translation: Hashable, Sendable {
    /// The BCP 47 tag.
    public var locale: String
    /// The translated text.
    public var text: String

    public init(locale: String, text: String) {
      self.locale = locale
      self.text = text
    }
  }

  public init(key: String = "", fallback: String = "", translations: [Translation] = []) {
    self.key = key
    self.fallback = fallback
    self.translations = translations
  }

  /// Returns the text for `locale`: an exact match, otherwise the language's, otherwise the
  /// fallback.
  public func text(for locale: String) -> String {
    if self.translations.isEmpty { return self.fallback }
    if let exact = self.translations.first(where: { $0.locale == locale }) {
      return exact.text
    }
    let language = String(
      decoding: locale.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") },
      as: UTF8.self)
    if let broad = self.translations.first(where: { $0.locale == language }) {
      return broad.text
    }
    return self.fallback
  }
}
