// The part of Node's API that the tests use: Node's own types are not in Debian.
declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
  export function test(
    name: string, options: { skip: string | false }, body: () => void | Promise<void>): void;
}
declare module "node:assert/strict" {
  export function ok(value: unknown, message?: string): asserts value;
  export function equal(actual: unknown, expected: unknown, message?: string): void;
  export function notEqual(actual: unknown, expected: unknown, message?: string): void;
  export function deepEqual(actual: unknown, expected: unknown, message?: string): void;
  export function notDeepEqual(actual: unknown, expected: unknown, message?: string): void;
  export function throws(body: () => unknown, expected?: unknown, message?: string): void;
  export function rejects(body: Promise<unknown>, expected?: unknown): Promise<void>;
  export function fail(message: string): never;
}
declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
  export function readFileSync(path: string): Uint8Array;
  export function readdirSync(path: string): string[];
  export function writeFileSync(path: string, text: string): void;
  export function existsSync(path: string): boolean;
  export function mkdtempSync(prefix: string): string;
  export function rmSync(path: string, options: { recursive: boolean }): void;
}
declare module "node:child_process" {
  export function execFileSync(
    file: string, parameters: string[], options: { encoding: "utf8" }): string;
}
declare module "node:os" {
  export function tmpdir(): string;
}
declare module "node:crypto" {
  interface Hash {
    update(data: Uint8Array): Hash;
    digest(encoding: "hex"): string;
  }
  export function createHash(algorithm: "sha256"): Hash;
}
declare const process: { env: Record<string, string | undefined>; argv: string[] };
