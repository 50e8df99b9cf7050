// The time of interaction.wasm for a scroll sample, one per frame and eight per frame, and from
// loading the module to the first directive. Runs in Node, and as a module in a browser:
// `measure(module, definition)` takes the bytes of the module and of a definition whose list is
// `home`. usage: node Tests/Web/moduleTiming.mjs MODULE DEFINITION
const LEVEL = [8, 2];
const samples = 40_000;

const varint = (value) => {
  const bytes = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(rest % 128 | 128);
  return [...bytes, rest];
};
const field = (number, content) => [number * 8 + 2, ...varint(content.length), ...content];
const double = (number, value) =>
  [number * 8 + 1, ...new Uint8Array(Float64Array.of(value).buffer)];
const text = (value) => [...new TextEncoder().encode(value)];
const frame = (sequence, event) =>
  Uint8Array.from(field(2, [8, ...varint(sequence), ...field(2, event)]));
const surface = [...double(1, 375), ...double(2, 812), ...double(4, 3)];
const open = Uint8Array.from(field(1, [...LEVEL, ...field(7, surface)]));

const scroll = (phase, y, time) =>
  [8, ...varint(time), ...field(2, [...field(1, text("home")), 16, 1, 24, phase, ...double(5, y)])];
const began = frame(1, scroll(1, 0, 0));
const offset = (index) => index % 400;

/** Returns frames of one moved sample each. */
const single = () => Array.from({ length: samples }, (_, index) =>
  frame(index + 2, scroll(2, offset(index + 1), (index + 1) * 8000)));

/** Returns frames of eight packed samples each. */
const packed = () => Array.from({ length: samples / 8 }, (_, index) => {
  const first = index * 8 + 1;
  const y = Array.from({ length: 8 }, (_, at) => offset(first + at));
  const deltas = y.flatMap((_, at) => varint(at === 0 ? 0 : 16_000));
  const offsets = [...new Uint8Array(Float64Array.from(y).buffer)];
  return frame(index * 8 + 2, [8, ...varint(first * 8000), ...field(3, [
    ...field(1, text("home")), 16, 1, 24, 2, ...field(4, deltas), ...field(5, offsets)])]);
});

/** Returns the functions of an instance that take and return bytes. */
function engine({ memory, reserve, output, create_session, handle, end_session }) {
  const write = (bytes) =>
    new Uint8Array(memory.buffer, reserve(bytes.length), bytes.length).set(bytes);
  return {
    create: (definition) => (write(definition), create_session(definition.length)),
    handle: (session, bytes) => {
      write(bytes);
      const length = handle(session, bytes.length);
      return new Uint8Array(memory.buffer, output(), length).slice();
    },
    end: end_session,
  };
}

/** Returns µs per sample of the fastest of five rounds. */
function cost(module, definition, frames) {
  let fastest = Infinity;
  for (let round = 0; round < 5; round += 1) {
    const session = module.create(definition);
    module.handle(session, open);
    module.handle(session, began);
    const start = performance.now();
    for (const bytes of frames) module.handle(session, bytes);
    fastest = Math.min(fastest, (performance.now() - start) * 1000 / samples);
    module.end(session);
  }
  return Number(fastest.toFixed(3));
}

export async function measure(bytes, definition) {
  const start = performance.now();
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const module = engine(instance.exports);
  const session = module.create(definition);
  module.handle(session, open);
  module.handle(session, began);
  const response = module.handle(session, frame(2, scroll(2, 600, 8000)));
  const first = performance.now() - start;
  module.end(session);
  return {
    firstDirectiveMs: Number(first.toFixed(2)), firstBytes: response.length,
    oneSampleUs: cost(module, definition, single()),
    packedSampleUs: cost(module, definition, packed()),
  };
}

if (globalThis.process?.argv[2]) {
  const { readFileSync } = await import("node:fs");
  const [, , module, definition] = globalThis.process.argv;
  console.log(JSON.stringify(await measure(readFileSync(module), readFileSync(definition))));
}
