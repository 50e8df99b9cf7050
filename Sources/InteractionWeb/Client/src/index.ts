/** The web client of an interaction engine: sessions, what they show, and how a page shows it. */
export type * from "./contract/messages";
