/// The index page, which lists the paths.
enum IndexPage {
  /// The HTML; self-contained.
  static let html = """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Interaction engine: monitoring</title>
    <style>
      :root { color-scheme: light dark }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem }
      dd { margin: 0 0 1rem }
    </style>
    <h1>Interaction engine</h1>
    <dl>
    \(Self.entries)
    </dl>
    </html>

    """

  private static var entries: String {
    MonitoringPath.allCases.map {
      "<dt><a href=\"\($0.rawValue)\"><code>\($0.rawValue)</code></a></dt><dd>\($0.summary)</dd>"
    }
    .joined(separator: "\n")
  }
}
