import InteractionHTTP
package import InteractionTransport
import NIOHTTP1

/// The web pages, as built by scripts/web/build.
package enum WebPages {
  /// The Content-Security-Policy: resources of other hosts are blocked.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:;"
    + " connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// The playground, and the client module for other pages.
  package static var playground: [WebRoute] {
    [
      Self.page("/", "text/html", PackageResources.playground_html),
      Self.page("/playground.css", "text/css", PackageResources.playground_css),
      Self.page("/playground.js", "text/javascript", PackageResources.playground_js),
    ] + Self.client
  }

  /// The root page of the operators' listener, and the inspector that it links to.
  package static var operators: [WebRoute] {
    [Self.page("/", "text/html", Array(Self.operatorsIndex.utf8))] + Self.inspector
  }

  /// The inspector.
  package static var inspector: [WebRoute] {
    [
      Self.page("/inspector", "text/html", PackageResources.inspector_html),
      Self.page("/inspector.css", "text/css", PackageResources.inspector_css),
      Self.page("/inspector.js", "text/javascript", PackageResources.inspector_js),
    ]
  }

  /// The web client as one module, and the one that it imports to decide offline.
  package static var client: [WebRoute] {
    [
      Self.page("/client.js", "text/javascript", PackageResources.client_js),
      Self.page("/offline.js", "text/javascript", PackageResources.offline_js),
    ]
  }

  private static let operatorsIndex = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Interaction engine</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="inspector.css">
    </head>
    <body>
    <header class="masthead"><h1>Interaction engine <span>Operators</span></h1></header>
    <main class="entrance">
    <p><a href="inspector">Inspector</a>: the open sessions with their events and directives.</p>
    </main>
    </body>
    </html>

    """

  private static func page(
    _ path: String, _ type: String, _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]
  ) -> WebRoute {
    WebRoute(.GET, path) { _ in
      var response = HTTPResponse(.ok, type: "\(type); charset=utf-8", body: bytes())
      response.headers.add(name: "content-security-policy", value: Self.policy)
      response.headers.add(name: "referrer-policy", value: "no-referrer")
      response.headers.add(name: "cache-control", value: "no-cache")
      return response
    }
  }
}
