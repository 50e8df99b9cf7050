// The exports of the package's module `accessibility`.
export { Accessibility } from "./accessibility";
