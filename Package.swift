// swift-tools-version:6.2
import PackageDescription

let products: [Product] = [
  .library(name: "InteractionCore", targets: ["InteractionCore"]),
  .library(name: "InteractionPresentation", targets: ["InteractionPresentation"]),
  .library(name: "InteractionUIKit", targets: ["InteractionUIKit"]),
  .library(name: "InteractionSwiftUI", targets: ["InteractionSwiftUI"]),
  .library(name: "InteractionClient", targets: ["InteractionClient"]),
  .library(name: "InteractionExperience", targets: ["InteractionExperience"]),
  .library(name: "InteractionTesting", targets: ["InteractionTesting"]),
  .executable(name: "interaction-engine", targets: ["interaction-engine"]),
  .executable(name: "interaction-load", targets: ["interaction-load"]),
]

// An app that uses only the client enables no trait: it resolves grpc-swift-2,
// grpc-swift-protobuf and swift-protobuf. The engine, its tools, experiences and tests of apps need
// the trait.
let traits: Set<Trait> = [.trait(name: "Engine"), .default(enabledTraits: ["Engine"])]
let engine = TargetDependencyCondition.when(traits: ["Engine"])

// The packages, each with its use.
let dependencies: [Package.Dependency] = [
  // Services, clients, interceptors; an in-process transport for tests.
  .package(url: "https://github.com/grpc/grpc-swift-2.git", from: "2.4.3"),
  // Protobuf messages as requests and responses; error details.
  .package(url: "https://github.com/grpc/grpc-swift-protobuf.git", from: "2.4.1"),
  // gRPC over HTTP/2 for clients.
  .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", from: "2.9.2"),
  // The contract's messages: on the wire, in checkpoints, in recordings, and as JSON.
  .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.39.0"),
  // Event loops of the server and the load generator; HTTP/1.1 and WebSockets; the sockets of the
  // chaos proxy.
  .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
  // HPACK for the server; HTTP/2 for the load generator.
  .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
  // The certificate of a TLS peer; TLS for the load generator.
  .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
  // The heap of an event loop's timers; queues of waiting connections and ended streams.
  .package(url: "https://github.com/apple/swift-collections.git", from: "1.6.0"),
  // The engine's log.
  .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
  // The engine's metrics; InteractionMonitoring exports them.
  .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
  // Seals checkpoints (AES-GCM); digests of experiences and commands (SHA-256).
  .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
  // The command lines of both programs.
  .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
  // Signals as an asynchronous sequence.
  .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
  // YAML: experiences, option files.
  .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
  // The names in callers' certificates; the expiry of the engine's own.
  .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
  // DER parsing, which an initializer of swift-certificates requires.
  .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
  // Certificate reloading.
  .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
  // JSON Web Tokens: keys, signatures, claims.
  .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
  // Engines as child processes of chaos runs and load tests.
  .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
  // The path type of swift-subprocess.
  .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
  // Latency percentiles of load tests, in constant memory.
  .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift.git", from: "0.2.0"),
]

// The commit that `interaction-engine version` prints; set by scripts/build-release.
let commit = Context.environment["INTERACTION_COMMIT"]
// Only scripts/fuzz sets this.
let isFuzzing = Context.environment["INTERACTION_FUZZ"] != nil

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // The meaning of `@available(InteractionEngine 1.0, *)`: the minimum versions of grpc-swift.
    .enableExperimentalFeature(
      "AvailabilityMacro=InteractionEngine 1.0:macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0,"
        + " visionOS 2.0"),
  ] + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer", "-assert-config", "Debug"])] : [])

// Targets that apps do not link omit availability: they need the minimum versions of grpc-swift.
let engineSettings =
  settings + [
    .unsafeFlags(["-Xfrontend", "-disable-availability-checking"], .when(platforms: [.macOS]))
  ]

let grpc: Target.Dependency = .product(name: "GRPCCore", package: "grpc-swift-2")
let grpcProtobuf: Target.Dependency = .product(
  name: "GRPCProtobuf", package: "grpc-swift-protobuf")
let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf")

/// A product that only the trait `Engine` needs.
func engineProduct(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: engine)
}
let grpcInProcess = engineProduct("GRPCInProcessTransport", "grpc-swift-2")
let grpcHTTP2 = engineProduct("GRPCNIOTransportHTTP2", "grpc-swift-nio-transport")
let nio = engineProduct("NIOCore", "swift-nio")
let nioEmbedded = engineProduct("NIOEmbedded", "swift-nio")
let nioPosix = engineProduct("NIOPosix", "swift-nio")
let nioSSL = engineProduct("NIOSSL", "swift-nio-ssl")
let nioTLS = engineProduct("NIOTLS", "swift-nio")
let http1 = engineProduct("NIOHTTP1", "swift-nio")
let webSocket = engineProduct("NIOWebSocket", "swift-nio")
let http2 = engineProduct("NIOHTTP2", "swift-nio-http2")
let hpack = engineProduct("NIOHPACK", "swift-nio-http2")
let signals = engineProduct("UnixSignals", "swift-service-lifecycle")
let x509 = engineProduct("X509", "swift-certificates")
let jwt = engineProduct("JWTKit", "jwt-kit")
let crypto = engineProduct("Crypto", "swift-crypto")
let cryptoExtras = engineProduct("CryptoExtras", "swift-crypto")
let logging = engineProduct("Logging", "swift-log")
let metrics = engineProduct("Metrics", "swift-metrics")
let argumentParser = engineProduct("ArgumentParser", "swift-argument-parser")
let yams = engineProduct("Yams", "Yams")
let histogram = engineProduct("Histogram", "hdrhistogram-swift")

// The sample systems, each with an experience and a recording.
let samples = [
  "big-logo", "dancing-tabs", "window-navigation", "extended-tabs", "button-bar", "tap-bar",
  "second-floor", "reader", "shop",
]

// The files of the web pages, built by scripts/web/build.
let pages = [
  "client.js", "inspector.css", "inspector.html", "inspector.js", "offline.js", "playground.css",
  "playground.html", "playground.js",
]

// The privacy manifest of targets that apps link. Packages built on Linux need no bundle for it.
let privacyManifest = "PrivacyInfo.xcprivacy"
#if os(Linux)
  let (privacyExclusions, privacyResources): ([String], [Resource]) = ([privacyManifest], [])
#else
  let (privacyExclusions, privacyResources): ([String], [Resource]) = ([], [.copy(privacyManifest)])
#endif

let targets: [Target] = [
  // The state machines: (state, event) -> directives. Standard library only; its rounding needs
  // libm, which is otherwise linked with Foundation.
  .target(
    name: "InteractionCore", swiftSettings: settings,
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
  .testTarget(
    name: "InteractionCoreTests", dependencies: ["InteractionCore", "InteractionRandom"],
    swiftSettings: engineSettings),

  // The presenter: the scene of a client at any time. Standard library only.
  .target(
    name: "InteractionPresentation", dependencies: ["InteractionCore"], swiftSettings: settings),
  .testTarget(
    name: "InteractionPresentationTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionPresentation", "InteractionRandom",
      "InteractionReplay", "InteractionTrace",
    ], swiftSettings: engineSettings),

  // Scenes on UIKit views; callbacks of scroll views and touches as events.
  .target(
    name: "InteractionUIKit",
    dependencies: [
      "InteractionCore", "InteractionPresentation",
      .target(name: "UIKitStandIns", condition: .when(platforms: [.linux, .macOS])),
    ], exclude: privacyExclusions, resources: privacyResources, swiftSettings: settings),
  // Stand-ins for UIKit where it does not exist, to compile and test the above.
  .target(name: "UIKitStandIns", swiftSettings: settings),
  .testTarget(
    name: "InteractionUIKitTests",
    dependencies: [
      "InteractionCore", "InteractionPresentation", "InteractionUIKit", "UIKitStandIns",
    ], swiftSettings: engineSettings),

  // The same for SwiftUI's views: targets and lists by modifiers.
  .target(
    name: "InteractionSwiftUI",
    dependencies: [
      "InteractionCore", "InteractionPresentation", "InteractionUIKit",
      .target(name: "SwiftUIStandIns", condition: .when(platforms: [.linux, .macOS])),
      .target(name: "UIKitStandIns", condition: .when(platforms: [.linux, .macOS])),
    ], swiftSettings: settings),
  // Stand-ins for SwiftUI, above those for UIKit.
  .target(name: "SwiftUIStandIns", dependencies: ["UIKitStandIns"], swiftSettings: settings),
  .testTarget(
    name: "InteractionSwiftUITests",
    dependencies: [
      "InteractionCore", "InteractionPresentation", "InteractionSwiftUI", "InteractionUIKit",
      "SwiftUIStandIns", "UIKitStandIns",
    ], swiftSettings: engineSettings),

  // The generated messages, and conversions to and from core values.
  .target(
    name: "InteractionWire", dependencies: ["InteractionCore", protobuf], swiftSettings: settings),
  .testTarget(
    name: "InteractionWireTests",
    dependencies: ["InteractionCore", "InteractionFuzzing", "InteractionWire", protobuf],
    swiftSettings: engineSettings),

  // Experiences: YAML, digests, sizes; the built-in ones.
  .target(
    name: "InteractionExperience",
    dependencies: ["InteractionCore", "InteractionWire", crypto, protobuf, yams],
    resources: [.embedInCode("Resources/schema.binpb")]
      + (["home-refined", "home-literal"] + samples).map { .embedInCode("Resources/\($0).yaml") },
    swiftSettings: settings
  ),
  .testTarget(
    name: "InteractionExperienceTests",
    dependencies: ["InteractionCore", "InteractionExperience", "InteractionWire", protobuf],
    swiftSettings: engineSettings),

  // The hash of users' buckets and of the ring of routing keys.
  .target(name: "InteractionHashing", swiftSettings: settings),

  // Several versions of one experience: documents, selection, the buckets to publish.
  .target(
    name: "InteractionVariants",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionHashing", "InteractionWire", protobuf,
    ], swiftSettings: settings),
  .testTarget(
    name: "InteractionVariantsTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionHashing", "InteractionRandom",
      "InteractionVariants", "InteractionWire", protobuf,
    ], swiftSettings: engineSettings),

  // Traces: reading and writing, as text or binary.
  .target(
    name: "InteractionTrace",
    dependencies: ["InteractionCore", "InteractionFiles", "InteractionWire", protobuf],
    swiftSettings: settings),
  .testTarget(
    name: "InteractionTraceTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionReplay", "InteractionTrace",
      "InteractionWire", protobuf,
    ], swiftSettings: engineSettings
  ),

  // A seeded random number generator, for tests and load tests.
  .target(name: "InteractionRandom", swiftSettings: settings),

  // Files: watching, appending, atomic replacement; formats of times and untrusted text.
  .target(name: "InteractionFiles", swiftSettings: settings),
  .testTarget(
    name: "InteractionFilesTests", dependencies: ["InteractionFiles"], swiftSettings: engineSettings
  ),

  // Authentication: tokens, certificates, roles.
  .target(
    name: "InteractionIdentity",
    dependencies: ["InteractionFiles", jwt, logging, x509], swiftSettings: settings),
  .testTarget(
    name: "InteractionIdentityTests",
    dependencies: ["InteractionIdentity", crypto, cryptoExtras, jwt, logging, x509],
    swiftSettings: engineSettings),

  // Listeners and HTTP/1.1.
  .target(
    name: "InteractionHTTP", dependencies: [http1, nio, nioPosix], swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionHTTPTests",
    dependencies: ["InteractionHTTP", http1, nio, nioEmbedded], swiftSettings: engineSettings),

  // Prometheus metrics, and the HTTP listener for metrics and health; the log.
  .target(
    name: "InteractionMonitoring",
    dependencies: [
      "InteractionFiles", "InteractionHTTP", http1, logging, metrics, nio,
      engineProduct("CoreMetrics", "swift-metrics"),
    ], swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionMonitoringTests",
    dependencies: ["InteractionMonitoring", logging, metrics, nio, nioEmbedded, nioPosix],
    swiftSettings: engineSettings),

  // The state machine of a client's stream: opening, numbering, acknowledgements, limits,
  // checkpoints. No gRPC.
  .target(
    name: "InteractionStream",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionFiles", "InteractionVariants",
      "InteractionWire", crypto, logging, metrics, protobuf,
    ], swiftSettings: settings),
  .testTarget(
    name: "InteractionStreamTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionStream", "InteractionTrace",
      "InteractionWire", protobuf,
    ], swiftSettings: engineSettings),

  // The RPC services, on any transport: sessions, control, inspection, health, reflection.
  .target(
    name: "InteractionService",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionFiles", "InteractionFleet",
      "InteractionIdentity", "InteractionStream", "InteractionTrace", "InteractionVariants",
      "InteractionWire", grpc, grpcProtobuf, logging, metrics, protobuf, x509,
    ], resources: [.embedInCode("Resources/descriptors.binpb")],
    swiftSettings: settings
  ),
  .testTarget(
    name: "InteractionServiceTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionFleet", "InteractionIdentity",
      "InteractionService", "InteractionStream", "InteractionTrace", "InteractionVariants",
      "InteractionWire", crypto, grpc, grpcInProcess, grpcProtobuf, logging, protobuf, x509,
    ], swiftSettings: engineSettings
  ),
  // The engine over an in-process transport, and the built programs. Run separately, since they
  // use real time.
  .testTarget(
    name: "InteractionEngineTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionFleet", "InteractionIdentity",
      "InteractionMonitoring", "InteractionRandom", "InteractionReplay", "InteractionService",
      "InteractionStream", "InteractionTrace", "InteractionVariants", "InteractionWire", crypto,
      grpc, grpcHTTP2, grpcInProcess, grpcProtobuf, logging, metrics, nio, nioPosix, protobuf, x509,
      engineProduct("Subprocess", "swift-subprocess"), engineProduct("SwiftASN1", "swift-asn1"),
      engineProduct("SystemPackage", "swift-system"),
    ], swiftSettings: engineSettings
  ),

  // The fleet store: published versions, the list of engines, and the ring of routing keys.
  .target(
    name: "InteractionFleet",
    dependencies: ["InteractionFiles", "InteractionHashing", logging, metrics],
    swiftSettings: settings),
  // etcd as a fleet store.
  .target(
    name: "InteractionEtcd",
    dependencies: ["InteractionFleet", grpc, grpcHTTP2, grpcProtobuf, protobuf],
    swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionFleetTests",
    dependencies: [
      "InteractionEtcd", "InteractionFleet", "InteractionHashing", "InteractionMonitoring",
      "InteractionRandom", logging, metrics,
    ], swiftSettings: engineSettings),

  // Fuzz targets for the parsers of untrusted data; the tests replay the corpus.
  .target(
    name: "InteractionFuzzing",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionFiles", "InteractionFleet",
      "InteractionIdentity", "InteractionService", "InteractionStream", "InteractionTrace",
      "InteractionTransport", "InteractionWire", hpack, nio, nioEmbedded, protobuf,
    ], path: "Tests/InteractionFuzzing", swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionFuzzingTests",
    dependencies: ["InteractionFuzzing", "InteractionRandom"], swiftSettings: engineSettings),

  // The services over HTTP/2, HTTP/1.1 and WebSockets.
  .target(
    name: "InteractionTransport",
    dependencies: [
      "InteractionCore", "InteractionFiles", "InteractionHTTP", "InteractionIdentity",
      "InteractionService", "InteractionStream", "InteractionWire", crypto, grpc, hpack, http1,
      logging, metrics, nio, nioPosix, nioSSL, nioTLS, webSocket, x509,
      engineProduct("DequeModule", "swift-collections"),
      engineProduct("HeapModule", "swift-collections"),
      engineProduct("NIOCertificateReloading", "swift-nio-extras"),
      engineProduct("SwiftASN1", "swift-asn1"),
    ], swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionTransportTests",
    dependencies: [
      "InteractionCore", "InteractionRandom", "InteractionService", "InteractionStream",
      "InteractionTransport", "InteractionWire", grpc, hpack, http1, logging, nio, nioEmbedded,
      nioPosix, nioTLS, protobuf, webSocket,
    ], swiftSettings: engineSettings
  ),

  // The Swift SDK, on any gRPC transport.
  .target(
    name: "InteractionClient",
    dependencies: [
      "InteractionCore", "InteractionPresentation", "InteractionTrace", "InteractionWire", grpc,
      grpcProtobuf, protobuf,
    ], exclude: privacyExclusions, resources: privacyResources, swiftSettings: settings),
  // For tests of apps: an in-process engine, and a mock with a virtual clock.
  .target(
    name: "InteractionTesting",
    dependencies: [
      "InteractionClient", "InteractionCore", "InteractionService", "InteractionWire", grpc,
      grpcInProcess, grpcProtobuf, logging, protobuf,
    ], swiftSettings: settings),
  .testTarget(
    name: "InteractionClientTests",
    dependencies: [
      "InteractionChaos", "InteractionClient", "InteractionCore", "InteractionExperience",
      "InteractionPresentation", "InteractionRandom", "InteractionReplay", "InteractionService",
      "InteractionStream", "InteractionTesting", "InteractionTrace", "InteractionTransport",
      "InteractionWire", grpc, grpcHTTP2, grpcInProcess, grpcProtobuf, logging, protobuf,
    ], swiftSettings: engineSettings
  ),

  // The web client, the inspector and the playground, with the playground's requests.
  .target(
    name: "InteractionWeb",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionFiles", "InteractionHTTP",
      "InteractionReplay", "InteractionService", "InteractionTrace", "InteractionTransport",
      "InteractionWhatIf", "InteractionWire", crypto, http1, nio,
    ], exclude: ["Client", "Pages"],
    resources: pages.map { .embedInCode("Resources/\($0)") }, swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionWebTests",
    dependencies: [
      "InteractionExperience", "InteractionReplay", "InteractionService", "InteractionTrace",
      "InteractionTransport", "InteractionWeb", logging, nio, nioPosix,
    ], swiftSettings: engineSettings),

  // Replay of traces over RPC or by the core, comparison, timelines as text; generated sessions.
  .target(
    name: "InteractionReplay",
    dependencies: [
      "InteractionClient", "InteractionCore", "InteractionExperience", "InteractionPresentation",
      "InteractionRandom", "InteractionTrace", "InteractionWire", protobuf,
    ],
    resources: [.embedInCode("Resources/tour.trace")]
      + samples.map { .embedInCode("Resources/\($0).txt") },
    swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionReplayTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionRandom", "InteractionReplay",
      "InteractionTrace", "InteractionWire", protobuf,
    ], swiftSettings: engineSettings),

  // Elements of SVG and HTML; line charts and pages of reports.
  .target(name: "InteractionMarkup", swiftSettings: settings),

  // Charts and films of recordings, and of comparisons of versions.
  .target(
    name: "InteractionDrawing",
    dependencies: [
      "InteractionCore", "InteractionMarkup", "InteractionPresentation", "InteractionReplay",
      "InteractionTrace", "InteractionWhatIf", "InteractionWire",
    ], swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionDrawingTests",
    dependencies: [
      "InteractionCore", "InteractionDrawing", "InteractionExperience", "InteractionMarkup",
      "InteractionPresentation", "InteractionReplay", "InteractionTrace", "InteractionWhatIf",
      "InteractionWire",
    ], swiftSettings: engineSettings),

  // Recordings played through another version of their experience: outcomes, sweeps, reports.
  .target(
    name: "InteractionWhatIf",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionMarkup", "InteractionReplay",
      "InteractionTrace", "InteractionWire", protobuf,
    ], swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionWhatIfTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionReplay", "InteractionTrace",
      "InteractionWhatIf", "InteractionWire",
    ], swiftSettings: engineSettings),

  // Recorded sessions by variant: statistics of users, alarms, reports.
  .target(
    name: "InteractionOutcomes",
    dependencies: [
      "InteractionCore", "InteractionMarkup", "InteractionTrace", "InteractionWhatIf",
      "InteractionWire",
    ], swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionOutcomesTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionOutcomes", "InteractionRandom",
      "InteractionTrace", "InteractionWhatIf", "InteractionWire", protobuf,
    ], swiftSettings: engineSettings),

  // A proxy that injects faults into connections; chaos runs, which kill engines.
  .target(
    name: "InteractionChaos",
    dependencies: [
      "InteractionClient", "InteractionCore", "InteractionExperience", "InteractionFiles",
      "InteractionRandom", "InteractionReplay", "InteractionTrace", "InteractionWire", grpc,
      grpcHTTP2, http1, nio, nioPosix, webSocket, engineProduct("Subprocess", "swift-subprocess"),
      engineProduct("SystemPackage", "swift-system"),
    ], swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionChaosTests",
    dependencies: [
      "InteractionChaos", "InteractionClient", "InteractionCore", "InteractionRandom",
      "InteractionTrace", nio, nioPosix,
    ], swiftSettings: engineSettings),

  // Load tests: recorded sessions in parallel, with each directive timed and compared.
  .target(
    name: "InteractionLoad",
    dependencies: [
      "InteractionChaos", "InteractionClient", "InteractionCore", "InteractionExperience",
      "InteractionFiles", "InteractionMarkup", "InteractionRandom", "InteractionReplay",
      "InteractionTrace", "InteractionWire", grpc, grpcProtobuf, histogram, hpack, http2, metrics,
      nio, nioPosix,
      nioSSL, nioTLS, protobuf, webSocket,
    ], swiftSettings: engineSettings),
  .testTarget(
    name: "InteractionLoadTests",
    dependencies: [
      "InteractionChaos", "InteractionClient", "InteractionCore", "InteractionExperience",
      "InteractionLoad", "InteractionMarkup", "InteractionMonitoring", "InteractionRandom",
      "InteractionReplay", "InteractionService", "InteractionTrace", "InteractionTransport",
      "InteractionWire", grpc, grpcProtobuf, histogram,
      hpack, http1, http2, logging, nio, nioEmbedded, nioPosix, protobuf, webSocket,
    ], swiftSettings: engineSettings),

  // Options from the command line, the environment and a file; terminal output.
  .target(
    name: "InteractionCommandLine",
    dependencies: ["InteractionFiles", argumentParser, signals, yams], swiftSettings: engineSettings
  ),
  .testTarget(
    name: "InteractionCommandLineTests",
    dependencies: ["InteractionCommandLine", argumentParser], swiftSettings: engineSettings),

  // The server: options, signals, wiring.
  .executableTarget(
    name: "interaction-engine",
    dependencies: [
      "BuildInfo", "InteractionClient", "InteractionCommandLine", "InteractionCore",
      "InteractionEtcd", "InteractionExperience", "InteractionFiles", "InteractionFleet",
      "InteractionIdentity", "InteractionMonitoring", "InteractionReplay", "InteractionService",
      "InteractionStream", "InteractionTrace", "InteractionTransport", "InteractionVariants",
      "InteractionWeb", "InteractionWire", argumentParser, grpc, grpcHTTP2, grpcProtobuf, logging,
      metrics, nio,
      protobuf, signals,
    ], swiftSettings: engineSettings
  ),
  .testTarget(
    name: "interaction-engineTests",
    dependencies: [
      "InteractionService", "InteractionStream", "interaction-engine", argumentParser, grpc,
      grpcProtobuf,
    ], swiftSettings: engineSettings),

  // The load generator and the tools for recordings: options, progress, exit codes.
  .executableTarget(
    name: "interaction-load",
    dependencies: [
      "InteractionChaos", "InteractionClient", "InteractionCommandLine", "InteractionCore",
      "InteractionDrawing", "InteractionExperience", "InteractionFiles", "InteractionLoad",
      "InteractionMonitoring", "InteractionOutcomes", "InteractionReplay", "InteractionTrace",
      "InteractionVariants", "InteractionWhatIf", "InteractionWire", argumentParser, grpcHTTP2,
      logging,
    ], swiftSettings: engineSettings
  ),
  .testTarget(
    name: "interaction-loadTests",
    dependencies: ["InteractionLoad", "InteractionRandom", "interaction-load", argumentParser],
    swiftSettings: engineSettings),

  // The commit of a build.
  .target(
    name: "BuildInfo",
    cSettings: commit.map { [.define("INTERACTION_COMMIT", to: "\"\($0)\"")] } ?? []),

  // Benchmarks of the core and the presenter; built in release by scripts/benchmark/run.
  .target(name: "Allocations", path: "scripts/benchmark/allocations"),
  .target(
    name: "Measuring", dependencies: ["Allocations"], path: "scripts/benchmark/measuring",
    swiftSettings: engineSettings),
  .executableTarget(
    name: "core-benchmark", dependencies: ["InteractionCore", "Measuring"],
    path: "scripts/benchmark/core", swiftSettings: engineSettings),
  .executableTarget(
    name: "frame-benchmark",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionPresentation", "InteractionReplay",
      "InteractionTrace", "Measuring",
    ], path: "scripts/benchmark/frames", swiftSettings: engineSettings),
]

// The fuzzers, built by scripts/fuzz.
let fuzzer: [Target] =
  isFuzzing
  ? [
    .executableTarget(
      name: "interaction-fuzz", dependencies: ["InteractionFuzzing"],
      path: "Tests/interaction-fuzz",
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
  ] : []

let package = Package(
  name: "interaction-engine",
  // The minimum of the core, the presenter and the views; the client's declarations require
  // more.
  platforms: [.macOS(.v12), .iOS(.v15)],
  products: products,
  traits: traits,
  dependencies: dependencies,
  targets: targets + fuzzer
)
