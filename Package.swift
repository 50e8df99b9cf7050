// swift-tools-version:6.2
import PackageDescription

let products: [Product] = [
  .library(name: "InteractionCore", targets: ["InteractionCore"]),
  .library(name: "InteractionPresentation", targets: ["InteractionPresentation"]),
  .library(name: "InteractionUIKit", targets: ["InteractionUIKit"]),
  .library(name: "InteractionClient", targets: ["InteractionClient"]),
  .library(name: "InteractionExperience", targets: ["InteractionExperience"]),
  .library(name: "InteractionTesting", targets: ["InteractionTesting"]),
  .executable(name: "interaction-engine", targets: ["interaction-engine"]),
  .executable(name: "interaction-load", targets: ["interaction-load"]),
]

// What each is for.
let dependencies: [Package.Dependency] = [
  // Services, clients, interceptors, and a transport within the process for tests.
  .package(url: "https://github.com/grpc/grpc-swift-2.git", from: "2.4.3"),
  // Messages as requests and responses; errors with details.
  .package(url: "https://github.com/grpc/grpc-swift-protobuf.git", from: "2.4.1"),
  // gRPC over HTTP/2 for clients.
  .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", from: "2.9.2"),
  // The contract's messages: on the wire, in checkpoints, in recordings, and as JSON.
  .package(url: "https://github.com/apple/swift-protobuf.git", from: "1.39.0"),
  // Event loops, on which Interact is served and load is made; HTTP/1.1 and WebSockets; the chaos
  // proxy's sockets.
  .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
  // HTTP/2 headers for the server; HTTP/2 for the load's clients.
  .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.46.0"),
  // A peer's certificate on the event loop; the load's encrypted connections.
  .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
  // The heap of a loop's timers; queues of turns and of ended streams.
  .package(url: "https://github.com/apple/swift-collections.git", from: "1.6.0"),
  // The engine's log.
  .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
  // What the engine counts and measures; read by InteractionMonitoring.
  .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
  // Seals checkpoints (AES-GCM); digests of experiences and commands (SHA-256).
  .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
  // Both command lines, their help and their mistakes.
  .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
  // Signals as a sequence.
  .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
  // Experiences, and files of options.
  .package(url: "https://github.com/jpsim/Yams.git", from: "6.2.2"),
  // The names in callers' certificates; when the engine's own expires.
  .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
  // Reads a certificate's bytes: the one initializer that swift-certificates leaves to it.
  .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
  // Takes on new certificates: the type that grpc-swift-nio-transport asks for.
  .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
  // Tokens: keys, signatures, claims.
  .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
  // Engines that chaos runs and loads start and kill, their output, and how they ended.
  .package(url: "https://github.com/swiftlang/swift-subprocess.git", from: "1.0.2"),
  // The paths that swift-subprocess takes.
  .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
  // A load's times: percentiles of any length of run in little memory.
  .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift.git", from: "0.2.0"),
]

// Only scripts/fuzz sets this.
let isFuzzing = Context.environment["INTERACTION_FUZZ"] != nil

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // What `@available(InteractionEngine 1.0, *)` stands for: what grpc-swift asks for.
    .enableExperimentalFeature(
      "AvailabilityMacro=InteractionEngine 1.0:macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0,"
        + " visionOS 2.0"),
  ] + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer", "-assert-config", "Debug"])] : [])

let grpc: Target.Dependency = .product(name: "GRPCCore", package: "grpc-swift-2")
let grpcInProcess: Target.Dependency = .product(
  name: "GRPCInProcessTransport", package: "grpc-swift-2")
let grpcProtobuf: Target.Dependency = .product(
  name: "GRPCProtobuf", package: "grpc-swift-protobuf")
let grpcHTTP2: Target.Dependency = .product(
  name: "GRPCNIOTransportHTTP2", package: "grpc-swift-nio-transport")
let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf")
let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let http1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let webSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let http2: Target.Dependency = .product(name: "NIOHTTP2", package: "swift-nio-http2")
let hpack: Target.Dependency = .product(name: "NIOHPACK", package: "swift-nio-http2")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let jwt: Target.Dependency = .product(name: "JWTKit", package: "jwt-kit")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let metrics: Target.Dependency = .product(name: "Metrics", package: "swift-metrics")
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

// One experience and one recording for each of the seven systems that the engine runs.
let samples = [
  "big-logo", "dancing-tabs", "window-navigation", "extended-tabs", "button-bar", "tap-bar",
  "second-floor",
]

// Built by scripts/web/build.
let pages = [
  "client.js", "inspector.css", "inspector.html", "inspector.js", "playground.css",
  "playground.html", "playground.js",
]

let targets: [Target] = [
  // Decides: (state, event) -> directives. Standard library only.
  // (The standard library rounds by way of libm, which only a Foundation would bring along.)
  .target(
    name: "InteractionCore", swiftSettings: settings,
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
  .testTarget(
    name: "InteractionCoreTests", dependencies: ["InteractionCore"], swiftSettings: settings),

  // What a client shows between directives: state, animations, fingers. Standard library only.
  .target(
    name: "InteractionPresentation", dependencies: ["InteractionCore"], swiftSettings: settings),
  .testTarget(
    name: "InteractionPresentationTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionPresentation", "InteractionReplay",
      "InteractionTrace",
    ],
    swiftSettings: settings),

  // Scenes on the views of an iOS app, and its lists' callbacks as events.
  .target(
    name: "InteractionUIKit",
    dependencies: [
      "InteractionCore", "InteractionPresentation",
      .target(name: "UIKitStandIns", condition: .when(platforms: [.linux, .macOS])),
    ],
    swiftSettings: settings),
  // What it uses of UIKit, where there is none: enough to compile it and to test what it does.
  .target(name: "UIKitStandIns", path: "Tests/UIKitStandIns", swiftSettings: settings),
  .testTarget(
    name: "InteractionUIKitTests",
    dependencies: [
      "InteractionCore", "InteractionPresentation", "InteractionUIKit", "UIKitStandIns",
    ],
    swiftSettings: settings),

  // The generated messages, and conversions to and from core values.
  .target(
    name: "InteractionWire", dependencies: ["InteractionCore", protobuf], swiftSettings: settings),
  .testTarget(
    name: "InteractionWireTests",
    dependencies: ["InteractionCore", "InteractionFuzzing", "InteractionWire", protobuf],
    swiftSettings: settings),

  // Experiences: read from YAML, their digests and sizes; and the ones that ship.
  .target(
    name: "InteractionExperience",
    dependencies: [
      "InteractionCore", "InteractionWire", protobuf,
      crypto, "Yams",
    ],
    resources: [.embedInCode("Resources/schema.binpb")]
      + (["home-refined", "home-literal"] + samples).map { .embedInCode("Resources/\($0).yaml") },
    swiftSettings: settings
  ),
  .testTarget(
    name: "InteractionExperienceTests",
    dependencies: ["InteractionCore", "InteractionExperience", "InteractionWire", protobuf],
    swiftSettings: settings),

  // Recorded sessions: read and written, as text or binary.
  .target(
    name: "InteractionTrace",
    dependencies: ["InteractionCore", "InteractionFiles", "InteractionWire", protobuf],
    swiftSettings: settings),
  .testTarget(
    name: "InteractionTraceTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionReplay", "InteractionTrace",
      "InteractionWire", protobuf,
    ],
    swiftSettings: settings
  ),

  // Files that are watched, that grow, and that are written at the end of long work.
  .target(name: "InteractionFiles", swiftSettings: settings),
  .testTarget(
    name: "InteractionFilesTests", dependencies: ["InteractionFiles"], swiftSettings: settings),

  // Who calls: tokens, certificates, roles.
  .target(
    name: "InteractionIdentity",
    dependencies: ["InteractionFiles", jwt, x509, logging],
    swiftSettings: settings),
  .testTarget(
    name: "InteractionIdentityTests",
    dependencies: ["InteractionIdentity", jwt, crypto, cryptoExtras, x509, logging],
    swiftSettings: settings),

  // Listeners, and HTTP/1.1 on them.
  .target(
    name: "InteractionHTTP", dependencies: [nio, nioPosix, http1], swiftSettings: settings),
  .testTarget(
    name: "InteractionHTTPTests",
    dependencies: [
      "InteractionHTTP", nio, http1, .product(name: "NIOEmbedded", package: "swift-nio"),
    ],
    swiftSettings: settings),

  // What is measured, as Prometheus reads it, and an HTTP listener for that and for health.
  .target(
    name: "InteractionMonitoring",
    dependencies: [
      .product(name: "CoreMetrics", package: "swift-metrics"),
      "InteractionConsole", "InteractionHTTP", logging, metrics, nio, http1,
    ],
    swiftSettings: settings),
  .testTarget(
    name: "InteractionMonitoringTests",
    dependencies: [
      "InteractionMonitoring", metrics, logging, nio, nioPosix,
      .product(name: "NIOEmbedded", package: "swift-nio"),
    ],
    swiftSettings: settings),

  // Sessions over RPC, on any transport: streams, experiences, inspection, health, reflection.
  .target(
    name: "InteractionService",
    dependencies: [
      "InteractionCore", "InteractionWire", "InteractionExperience", "InteractionFiles",
      "InteractionFleet", "InteractionIdentity", "InteractionTrace", grpc, grpcProtobuf, protobuf,
      logging, metrics, crypto, x509,
    ],
    resources: [.embedInCode("Resources/descriptors.binpb")],
    swiftSettings: settings
  ),
  .testTarget(
    name: "InteractionServiceTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionFleet", "InteractionIdentity",
      "InteractionService", "InteractionTrace", "InteractionWire", grpc, grpcInProcess,
      grpcProtobuf, logging, protobuf, crypto, x509,
    ],
    swiftSettings: settings
  ),
  // The whole engine behind a transport in memory. Its time is real: a run of its own.
  .testTarget(
    name: "InteractionEngineTests",
    dependencies: [
      "InteractionCore", "InteractionFleet", "InteractionIdentity", "InteractionMonitoring",
      "InteractionReplay", "InteractionService", "InteractionTrace", "InteractionWire", grpc,
      grpcInProcess, grpcProtobuf, logging, metrics, protobuf, crypto,
    ],
    swiftSettings: settings
  ),

  // Engines as a fleet: how they agree on what is in force, and where Envoy's ring sends a key.
  .target(
    name: "InteractionFleet",
    dependencies: ["InteractionConsole", "InteractionFiles", logging, metrics],
    swiftSettings: settings),
  // An etcd as the store that a fleet shares.
  .target(
    name: "InteractionEtcd",
    dependencies: ["InteractionFleet", grpc, grpcHTTP2, grpcProtobuf, protobuf],
    swiftSettings: settings),
  .testTarget(
    name: "InteractionFleetTests",
    dependencies: [
      "InteractionEtcd", "InteractionFleet", "InteractionMonitoring", logging, metrics,
    ],
    swiftSettings: settings),

  // What is read from peers and files, fed with any bytes; the tests replay the corpus.
  .target(
    name: "InteractionFuzzing",
    dependencies: [
      "InteractionConsole", "InteractionCore", "InteractionExperience", "InteractionFleet",
      "InteractionIdentity", "InteractionService", "InteractionTrace", "InteractionWire", protobuf,
    ],
    path: "Tests/InteractionFuzzing", swiftSettings: settings),
  .testTarget(
    name: "InteractionFuzzingTests",
    dependencies: ["InteractionFuzzing"], swiftSettings: settings),

  // The engine behind an HTTP/2 listener; the only library that sees sockets.
  .target(
    name: "InteractionTransport",
    dependencies: [
      "InteractionCore", "InteractionFiles", "InteractionHTTP", "InteractionIdentity",
      "InteractionService", "InteractionWire", crypto, grpc, logging, metrics, nio, nioPosix, http1,
      webSocket, hpack, x509,
      .product(name: "DequeModule", package: "swift-collections"),
      .product(name: "HeapModule", package: "swift-collections"),
      .product(name: "NIOCertificateReloading", package: "swift-nio-extras"),
      .product(name: "NIOSSL", package: "swift-nio-ssl"),
      .product(name: "NIOTLS", package: "swift-nio"),
      .product(name: "SwiftASN1", package: "swift-asn1"),
    ],
    swiftSettings: settings),
  .testTarget(
    name: "InteractionTransportTests",
    dependencies: [
      "InteractionCore", "InteractionService", "InteractionTransport", "InteractionWire", grpc,
      logging, nio, nioPosix, http1, webSocket, hpack, protobuf,
      .product(name: "NIOEmbedded", package: "swift-nio"),
      .product(name: "NIOTLS", package: "swift-nio"),
    ],
    swiftSettings: settings
  ),

  // The SDK: streams gestures, receives directives, on any gRPC transport.
  .target(
    name: "InteractionClient",
    dependencies: [
      "InteractionCore", "InteractionPresentation", "InteractionTrace", "InteractionWire", grpc,
      grpcProtobuf, protobuf,
    ],
    swiftSettings: settings),
  // An engine within the process, and a mock of one in virtual time, for tests of apps.
  .target(
    name: "InteractionTesting",
    dependencies: [
      "InteractionClient", "InteractionCore", "InteractionService", "InteractionWire", grpc,
      grpcInProcess, grpcProtobuf, logging, protobuf,
    ],
    swiftSettings: settings),
  .testTarget(
    name: "InteractionClientTests",
    dependencies: [
      "InteractionClient", "InteractionCore", "InteractionExperience", "InteractionPresentation",
      "InteractionReplay", "InteractionService", "InteractionTesting", "InteractionTrace",
      "InteractionTransport", "InteractionWebSocket", "InteractionWire", grpc, grpcHTTP2,
      grpcInProcess, grpcProtobuf, logging, protobuf,
    ],
    swiftSettings: settings
  ),

  // Interact over the WebSocket of a web listener, as a transport of grpc-swift: with it checks and
  // loads take the path of browsers.
  .target(
    name: "InteractionWebSocket",
    dependencies: ["InteractionWire", grpc, nio, nioPosix, http1, webSocket],
    swiftSettings: settings),

  // Pages for browsers, and what the playground asks its engine for.
  .target(
    name: "InteractionWeb",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionFiles", "InteractionHTTP",
      "InteractionReplay", "InteractionService", "InteractionTrace", "InteractionTransport",
      "InteractionWire", crypto, nio, http1,
    ],
    exclude: ["Client", "Pages"],
    resources: pages.map { .embedInCode("Resources/\($0)") }, swiftSettings: settings),
  .testTarget(
    name: "InteractionWebTests",
    dependencies: [
      "InteractionService", "InteractionTransport", "InteractionWeb", logging, nio, nioPosix,
    ],
    swiftSettings: settings),

  // What both command lines write on their terminals, and which characters a line may show.
  .target(name: "InteractionConsole", swiftSettings: settings),
  .testTarget(
    name: "InteractionConsoleTests", dependencies: ["InteractionConsole"],
    swiftSettings: settings),

  // Recordings played again, over RPC or by the core alone: compared, told, drawn; and made up.
  .target(
    name: "InteractionReplay",
    dependencies: [
      "InteractionClient", "InteractionConsole", "InteractionCore", "InteractionExperience",
      "InteractionPresentation", "InteractionTrace", "InteractionWire", grpc, protobuf,
    ],
    resources: [.embedInCode("Resources/tour.trace")]
      + samples.map { .embedInCode("Resources/\($0).txt") },
    swiftSettings: settings),
  .testTarget(
    name: "InteractionReplayTests",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionPresentation", "InteractionReplay",
      "InteractionTrace", "InteractionWire", protobuf,
    ],
    swiftSettings: settings),

  // A proxy that hurts connections as it is told, and sessions that run over it while their engines
  // are killed.
  .target(
    name: "InteractionChaos",
    dependencies: [
      "InteractionClient", "InteractionConsole", "InteractionCore", "InteractionExperience",
      "InteractionReplay", "InteractionTrace", "InteractionWebSocket", "InteractionWire", grpc,
      grpcHTTP2, nio, nioPosix,
      .product(name: "Subprocess", package: "swift-subprocess"),
      .product(name: "SystemPackage", package: "swift-system"),
    ],
    swiftSettings: settings),
  .testTarget(
    name: "InteractionChaosTests",
    dependencies: [
      "InteractionChaos", "InteractionClient", "InteractionCore", "InteractionTrace", nio, nioPosix,
    ],
    swiftSettings: settings),

  // Load: sessions played by the thousand, each directive timed and compared.
  .target(
    name: "InteractionLoad",
    dependencies: [
      "InteractionChaos", "InteractionClient", "InteractionConsole", "InteractionCore",
      "InteractionExperience", "InteractionFiles", "InteractionReplay", "InteractionTrace",
      "InteractionWebSocket", "InteractionWire", grpc, grpcProtobuf, hpack, http2, metrics, nio,
      nioPosix, protobuf, webSocket,
      .product(name: "Histogram", package: "hdrhistogram-swift"),
      .product(name: "NIOSSL", package: "swift-nio-ssl"),
      .product(name: "NIOTLS", package: "swift-nio"),
    ],
    swiftSettings: settings),
  .testTarget(
    name: "InteractionLoadTests",
    dependencies: [
      "InteractionChaos", "InteractionCore", "InteractionExperience", "InteractionLoad",
      "InteractionMonitoring", "InteractionReplay", "InteractionService", "InteractionTrace",
      "InteractionTransport", "InteractionWebSocket", "InteractionWire", grpc, grpcProtobuf, hpack,
      http1, http2, logging, nio, nioPosix, protobuf, webSocket,
      .product(name: "Histogram", package: "hdrhistogram-swift"),
      .product(name: "NIOEmbedded", package: "swift-nio"),
    ],
    swiftSettings: settings),

  // A command's options from the environment and a file, too.
  .target(
    name: "InteractionConfiguration",
    dependencies: ["InteractionConsole", argumentParser, "Yams"], swiftSettings: settings),
  .testTarget(
    name: "InteractionConfigurationTests",
    dependencies: ["InteractionConfiguration", argumentParser], swiftSettings: settings),

  // The server: options, signals, wiring.
  .executableTarget(
    name: "interaction-engine",
    dependencies: [
      "InteractionClient", "InteractionConfiguration", "InteractionConsole", "InteractionCore",
      "InteractionEtcd", "InteractionExperience", "InteractionFiles", "InteractionFleet",
      "InteractionIdentity", "InteractionMonitoring", "InteractionReplay", "InteractionService",
      "InteractionTrace", "InteractionTransport", "InteractionWeb", argumentParser, grpc, grpcHTTP2,
      logging, metrics, nio,
      .product(name: "UnixSignals", package: "swift-service-lifecycle"),
    ],
    swiftSettings: settings
  ),
  .testTarget(
    name: "interaction-engineTests",
    dependencies: ["interaction-engine", "InteractionService", argumentParser, grpc],
    swiftSettings: settings),

  // The load generator and the tools around recordings: options, progress, exit codes.
  .executableTarget(
    name: "interaction-load",
    dependencies: [
      "InteractionChaos", "InteractionClient", "InteractionConfiguration", "InteractionConsole",
      "InteractionCore", "InteractionExperience", "InteractionFiles", "InteractionLoad",
      "InteractionMonitoring", "InteractionReplay", "InteractionTrace", argumentParser, grpcHTTP2,
      logging,
      .product(name: "UnixSignals", package: "swift-service-lifecycle"),
    ],
    swiftSettings: settings
  ),
  .testTarget(
    name: "interaction-loadTests",
    dependencies: ["interaction-load", "InteractionLoad", argumentParser], swiftSettings: settings),

  // What the core and the presenter cost; built in release by scripts/benchmark/run.
  .target(name: "Allocations", path: "scripts/benchmark/allocations"),
  .target(
    name: "Measuring", dependencies: ["Allocations"], path: "scripts/benchmark/measuring",
    swiftSettings: settings),
  .executableTarget(
    name: "core-benchmark", dependencies: ["InteractionCore", "Measuring"],
    path: "scripts/benchmark/core", swiftSettings: settings),
  .executableTarget(
    name: "frame-benchmark",
    dependencies: [
      "InteractionCore", "InteractionExperience", "InteractionPresentation", "InteractionReplay",
      "InteractionTrace", "Measuring",
    ],
    path: "scripts/benchmark/frames", swiftSettings: settings),
]

// libFuzzer around it; built by scripts/fuzz.
let fuzzer: [Target] =
  isFuzzing
  ? [
    .executableTarget(
      name: "interaction-fuzz", dependencies: ["InteractionFuzzing"],
      path: "Tests/interaction-fuzz",
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])])
  ] : []

// An app that depends on the package needs no more than the core and the presenter do; the client
// says at its declarations that it needs more. To build the engine itself needs what it depends on.
let isDependency = Context.packageDirectory.contains("/checkouts/")

let package = Package(
  name: "interaction-engine",
  platforms: isDependency ? [.macOS(.v12), .iOS(.v15)] : [.macOS(.v15), .iOS(.v18)],
  products: products,
  dependencies: dependencies,
  targets: targets + fuzzer
)
