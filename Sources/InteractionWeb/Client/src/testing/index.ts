// What the package offers to tests of apps.
export { MockEngine } from "./mockEngine";
export type { MockDirective, MockScript, Scenario } from "./mockEngine";
export { VirtualClock } from "./virtualClock";
