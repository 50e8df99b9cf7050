// The style sheet. A lane's colour is `color`, which its marks use as currentColor.

extension TimelinePicture {
  static let styles = """
    svg { color-scheme: light dark; font-variant-numeric: tabular-nums;
      font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; }
    .back { fill: #ffffff; } .panel { fill: #f6f8fa; }
    .title { font-size: 17px; font-weight: 600; fill: #1f2328; }
    .label, .crowd, .heading, .marklabel, .lane, .name, .note, .fine, .tick, .cut, .triggerlabel {
      font-size: 11.5px; fill: #59636e; }
    .label, .crowd, .heading { fill: #1f2328; }
    .heading, .lane, .name { font-weight: 600; }
    .lane { fill: currentColor; }
    .faint { fill: #818b98; font-weight: 400; }
    .grid, .rule, .axis, .level, .leader { stroke: #d1d9e0; stroke-width: 0.7; fill: none; }
    .axis, .leader { stroke: #afb8c1; } .level { stroke-dasharray: 2 3; }
    .touch { fill: #0969da; opacity: 0.09; }
    .trigger { stroke: #bc4c00; stroke-width: 1; stroke-dasharray: 5 4; opacity: 0.75; }
    .triggerlabel { fill: #bc4c00; }
    .number { font-size: 10px; fill: currentColor; paint-order: stroke; stroke: #f6f8fa;
      stroke-width: 3px; stroke-linejoin: round; }
    .break { fill: #818b98; opacity: 0.22; } .cut { font-style: italic; }
    .mark { stroke: #8c959f; stroke-width: 0.9; stroke-dasharray: 2 3; }
    .offset { fill: none; stroke: #0969da; stroke-width: 1.8; stroke-linejoin: round; }
    .end { fill: #0969da; }
    .bar { fill: currentColor; opacity: 0.3; }
    .dot { fill: currentColor; }
    .label { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; }
    .curve, .held, .arrow { fill: none; stroke: currentColor; stroke-width: 1.7;
      stroke-linejoin: round; stroke-linecap: round; }
    .lead { stroke: currentColor; stroke-width: 0.7; }
    .key { font-size: 10.5px; fill: #59636e; }
    .held { stroke-width: 1.2; stroke-dasharray: 1 4; opacity: 0.8; }
    .arrow { stroke-width: 1.3; }
    .toggle { color: #d1242f; } .tabs { color: #8250df; } .transition { color: #4f56d3; }
    .badges { color: #bf3989; } .menu { color: #0e7c86; } .gate { color: #bc4c00; }
    .effects { color: #9a6700; } .pages { color: #0969da; } .floor { color: #1a7f37; }
    .list { color: #3b6e8f; } .snapshot { color: #6e7781; } .refusal { color: #a40e26; }
    @media (prefers-color-scheme: dark) {
      .back { fill: #0d1117; } .panel { fill: #151b23; }
      .marklabel, .note, .name, .fine, .tick, .cut, .key { fill: #9198a1; }
      .title, .label, .crowd, .heading { fill: #f0f6fc; }
      .faint { fill: #7d8590; }
      .grid, .rule, .level { stroke: #2f363f; } .axis, .leader { stroke: #545d68; }
      .touch { fill: #4493f8; opacity: 0.17; }
      .trigger { stroke: #db6d28; } .triggerlabel { fill: #db6d28; }
      .mark { stroke: #656d76; }
      .label { stroke: #0d1117; } .number { stroke: #151b23; }
      .offset { stroke: #4493f8; } .end { fill: #4493f8; } .bar { opacity: 0.42; }
      .toggle { color: #f85149; } .tabs { color: #ab7df8; } .transition { color: #8b93ff; }
      .badges { color: #db61a2; } .menu { color: #39c5cf; } .gate { color: #f0883e; }
      .effects { color: #d29922; } .pages { color: #4493f8; } .floor { color: #3fb950; }
      .list { color: #79b8d8; } .snapshot { color: #9198a1; } .refusal { color: #ff7b72; }
    }
    """
}
