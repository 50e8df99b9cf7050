import ArgumentParser
import InteractionLoad
import InteractionRandom
import Testing

@testable import interaction_load

@Suite("Numbers of interaction-load's options")
struct OptionTests {
  /// Returns the error of a command line; nil if it is valid.
  private static func problem(_ line: String) -> String? {
    do {
      _ = try InteractionLoad.parseAsRoot(line.split(separator: " ").map(String.init))
      return nil
    } catch {
      return InteractionLoad.message(for: error)
    }
  }

  /// Returns a command's help on one line.
  private static func help(of name: String) throws -> String {
    let command = try #require(
      InteractionLoad.configuration.subcommands.first { $0.configuration.commandName == name })
    return InteractionLoad.helpMessage(for: command)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Commands with their required arguments, and their numeric options with the valid range.
  private static let table = """
    run a.trace
    --sessions 1 to 100000
    --arrival-rate 0.001 to 10000
    --duration 1ms to 24h
    --total 1 to 1000000000
    --warm-up 0s to 24h
    --connections 1 to 10000
    --threads 1 to 64
    --spread 0s to 24h
    --allowed-lag 1us to 1m
    --seed 0 to 18446744073709551615
    --stage a time of 1ms to 24h and a level of 0 to 100000
    --speed 0.01x to 1000x, or max
    --in-flight 1 to 100000
    --loop 1 to 10000
    --max-gap 0s to 24h
    --batch 1 to 512
    --cut-every 10ms to 24h
    --stall-every 10ms to 24h
    --stall-for 10ms to 24h
    --kill-every 10ms to 24h
    --server-pid 1 to 2147483647
    chaos --engine /bin/sh
    --engines 1 to 16
    --sessions 1 to 10000
    --cuts 0 to 1000000, or any
    --cut-bytes 1 to 1000000000
    --kill-every 10ms to 24h
    --drain-every 10ms to 24h
    --times 0 to 1000000
    --duration 0s to 168h
    --rate 0.01 to 100000
    --link 8kbit to 1000Mbit, 0 to 60s and 0 to 100%
    --seed 0 to 18446744073709551615
    replay a.trace
    --speed 0.01x to 1000x, or max
    --max-gap 0s to 24h
    --loop 1 to 10000
    compare a.json --against b.json
    --tolerance 0 to 10000
    scenes a.trace
    --delay 0s to 1m
    generate -o a.trace
    --seed 0 to 18446744073709551615
    """

  private struct NumberOption {
    let command: String
    let name: String
    let range: String
  }

  private static let options: [NumberOption] = {
    var command = ""
    var options: [NumberOption] = []
    for line in Self.table.split(separator: "\n").map(String.init) {
      guard line.hasPrefix("--"), let space = line.firstIndex(of: " ") else {
        command = line
        continue
      }
      options.append(
        NumberOption(
          command: command, name: String(line[..<space]),
          range: String(line[space...].dropFirst())))
    }
    return options
  }()

  private static let badNumbers = [
    "-1", "nan", "-nan", "inf", "-inf", "1e308", "-1e308", "18446744073709551616", "x", "1:2:3",
    "nan:1", "1e308s:1", "1s:nan", "1s:1e308", "nanx", "1e308kbit,1ms,1%",
  ]

  @Test(
    "A number that makes no sense is refused with the option, the value and the range",
    arguments: Self.badNumbers.indices)
  func numbers(index: Int) {
    let value = Self.badNumbers[index]
    // A short run tries four of the values for each option.
    for (place, option) in Self.options.enumerated()
    where RandomCases.areAll || place % 4 == index % 4 {
      let line = "\(option.command) \(option.name)=\(value)"
      let problem = Self.problem(line) ?? "nothing"
      #expect(problem.contains("The value '\(value)' is invalid for '\(option.name) <"), "\(line)")
      #expect(problem.contains(": must be \(option.range)"), "\(line): \(problem)")
    }
  }

  @Test(
    "Zero, where nothing comes of it",
    arguments: [
      "run a.trace --sessions", "run a.trace --arrival-rate", "run a.trace --duration",
      "run a.trace --cut-every", "run a.trace --speed", "chaos --engine /bin/sh --rate",
      "chaos --engine /bin/sh --kill-every", "chaos --engine /bin/sh --cut-bytes",
    ])
  func zero(line: String) {
    #expect(Self.problem("\(line)=0")?.contains("must be") == true, "\(line)")
  }

  @Test("The ends of ranges are accepted, and shown in the help")
  func ends() throws {
    for option in Self.options {
      let words = option.range.split(separator: " ").map(String.init)
      guard words.count == 3, words[1] == "to" else { continue }
      let others = option.name == "--kill-every" ? " --engine /bin/sh" : ""
      for value in [words[0], words[2]] {
        let line = "\(option.command)\(others) \(option.name)=\(value)"
        #expect(Self.problem(line) == nil, "\(line)")
      }
      let help = try Self.help(of: String(option.command.prefix { $0 != " " }))
      #expect(help.contains(option.range), "\(option.name) in the help of \(option.command)")
    }
    let help = try Self.help(of: "chaos")
    #expect(help.contains("(default: 6000)") && help.contains("(default: 10)"))
  }

  @Test("A trace's share", arguments: ["nan", "inf", "0", "-1", "1e308"])
  func shares(share: String) {
    let problem = Self.problem("run a.trace:\(share)") ?? "nothing"
    #expect(problem.contains("and its weight, 0.001 to 1000000"), "\(problem)")
    #expect(Self.problem("run a.trace:0.5 b.trace:1000000") == nil)
  }

  @Test("A time is taken with its unit, and a number alone as before")
  func times() throws {
    func run(_ line: String) throws -> RunCommand {
      try #require(
        try InteractionLoad.parseAsRoot(line.split(separator: " ").map(String.init)) as? RunCommand)
    }
    for (text, time) in [
      ("5m", .seconds(300)), ("90s", .seconds(90)), ("1.5m", .seconds(90)), ("1h", .seconds(3_600)),
      ("400ms", .milliseconds(400)), ("30", .seconds(30)),
    ] as [(String, Duration)] {
      #expect(try run("run a.trace --duration \(text)").load.duration == time)
    }
    #expect(try run("run a.trace --allowed-lag 20").load.allowedLag == .milliseconds(20))
    #expect(try run("run a.trace --stage 1.5m:100").load.stage[0].stage.duration == .seconds(90))
    let problem = Self.problem("run a.trace --duration 5x") ?? "nothing"
    #expect(problem.contains("must be 1ms to 24h, such as 400ms, 90s or 1.5m"), "\(problem)")
  }

  @Test(
    "Commands that answer a trace take it by the same names and options",
    arguments: ["record -o out.txt", "draw -o out.svg", "film -o out.svg", "scenes -o out.txt"])
  func answering(command: String) throws {
    for options in ["", " --experience home-literal", " --experience-file mine.yaml"] {
      #expect(Self.problem("\(command) tour\(options)") == nil)
    }
    let both = "\(command) tour --experience a --experience-file b"
    #expect(Self.problem(both)?.contains("cannot be used together") == true)
    #expect(try Self.help(of: String(command.prefix { $0 != " " })).contains("bundled trace"))
  }
}
