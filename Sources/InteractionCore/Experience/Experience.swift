/// The declarative configuration of one surface: every number and policy that the rules leave open.
///
/// Two presets ship, ``Preset/refined`` and ``Preset/literal``; they differ only in the defaults of
/// the policies below.
public struct Experience: Hashable, Sendable {
  /// The experience's name, by which clients ask for it.
  public var name: String
  /// SHA-256 of the definition it was made from, in hexadecimal; empty where none is needed.
  public var digest: String
  /// The preset that filled in what the definition left open.
  public var preset: Preset
  /// The scroll views that the surface reports (rule S2); at most 16.
  public var sources: [ScrollSource]
  /// The tab bar (rules T1–T15).
  public var tabBar: TabBarDefinition
  /// The threshold toggles (rules R1–R11); at most 8.
  public var toggles: [ToggleDefinition]
  /// The pull-down second floor (rules F1–F13), where there is one.
  public var floor: FloorDefinition?
  /// How pages come and go above the root (rules N1–N5), where the engine decides it.
  public var navigation: NavigationDefinition?
  /// The banners that turn their pages on their own (rules C1, C2); at most 4.
  public var carousels: [CarouselDefinition]
  /// The timelines that it declares by name (rule D2); at most 16. Each place that plays one holds
  /// it.
  public var timelines: [TimelineDefinition]

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
    timelines: [TimelineDefinition] = []
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
  }

  /// Where a source stands in ``sources``.
  package func index(of source: SourceID) -> Int? {
    self.sources.index(of: source)
  }

  /// Whether something looks at where the content of a list ends (rule S4).
  package func readsBottom(of source: SourceID) -> Bool {
    self.toggles.contains { $0.source == source && !$0.rule.seesOverscroll }
  }

  /// Whether a pull or a tap may refresh a list (rule F13).
  package func mayRefresh(_ source: SourceID) -> Bool {
    if let floor = self.floor, floor.source == source, floor.rule.refreshDistance > 0 {
      return true
    }
    return self.tabBar.items.contains { item in
      item.list == source
        && (item.reselection == .refresh || item.doubleTap?.action == .refresh)
    }
  }
}

extension Held<Experience> {
  /// Where a source stands, found without a copy of the experience: many ask.
  package func index(of source: SourceID) -> Int? {
    self.sources.index(of: source)
  }
}

extension [ScrollSource] {
  /// Where a source stands.
  ///
  /// A linear search: there are at most 16, their names compare in one word, and the busy one
  /// usually comes first.
  package func index(of source: SourceID) -> Int? {
    self.firstIndex { $0.id == source }
  }
}

/// A scroll view that reports to the engine.
public struct ScrollSource: Hashable, Sendable {
  /// Its name.
  public var id: SourceID
  /// The tab whose page it lies on; nil if it is always in view (rule R9).
  public var tab: Int?

  public init(id: SourceID, tab: Int? = nil) {
    self.id = id
    self.tab = tab
  }
}

/// A text by key, with what to show where it has no translation.
public struct LocalizedText: Hashable, Sendable {
  /// The key that the client may look up in its own tables.
  public var key: String
  /// The text for every other locale.
  public var fallback: String
  /// Texts by BCP 47 tag, sorted by tag.
  public var translations: [Translation]

  /// The text for one locale.
  public struct Translation: Hashable, Sendable {
    /// BCP 47 tag.
    public var locale: String
    /// The text in that language.
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

  /// The text for `locale`: an exact match, then the language alone, then the fallback.
  public func text(for locale: String) -> String {
    if let exact = self.translations.first(where: { $0.locale == locale }) {
      return exact.text
    }
    let language = locale.prefix { $0 != "-" && $0 != "_" }
    if let broad = self.translations.first(where: { $0.locale == language }) {
      return broad.text
    }
    return self.fallback
  }
}
