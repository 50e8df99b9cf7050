// The package's exports for tests of apps.
export { MockEngine } from "./mockEngine";
export type { MockDirective, MockScript, Scenario } from "./mockEngine";
export { VirtualClock } from "./virtualClock";
