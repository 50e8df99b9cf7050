import { encode } from "../../Client/src/contract/codec";
import { EnumType, MessageType } from "../../Client/src/contract/fields";
import { fromJSON } from "../../Client/src/contract/json";
import { fieldsOf, Kind, namesOf, readFields } from "../../Client/src/contract/schema";

// The fields of directives that the client leaves out, and recordings have.
const interruption = namesOf.length;
(namesOf as string[][]).push(["unspecified", "replace_from_current"]);
Object.assign(EnumType, { [interruption]: "Interruption" });
add(MessageType.Timeline, `interruption=2${Kind.enum}${interruption}`);
add(MessageType.Capture, `pixelFrame=3${Kind.message}${MessageType.Rect}`);
add(MessageType.Spring, `stiffness=4${Kind.double}damping${Kind.double}`);

function add(type: MessageType, fields: string): void {
  Object.assign(fieldsOf[type]!, readFields(fields));
}

/**
 * Encodes a directive of protobuf's JSON.
 *
 * @throws Error if it has a field or a value that this page does not know.
 */
export function encodedDirective(text: string): Uint8Array {
  let path: string | undefined;
  try {
    const json: unknown = JSON.parse(text);
    const directive = fromJSON(MessageType.Directive, json);
    path = lost(json, directive);
    if (path === undefined) return encode(MessageType.Directive, directive);
  } catch {
    throw new Error("the directive is not JSON of an interaction.v1.Directive");
  }
  throw new Error(`directive${path} is malformed, or of a later version`);
}

/** Returns the path of a part that the conversion has lost; undefined if it has lost none. */
function lost(json: unknown, read: unknown): string | undefined {
  if (typeof json !== "object" || json === null) {
    const isLost = typeof read === "object" || (typeof read === "boolean" && read !== json)
      || (Number.isNaN(read) && json !== "NaN");
    return isLost ? "" : undefined;
  }
  if (typeof read !== "object" || Array.isArray(json) !== Array.isArray(read)) return "";
  const parts = new Map(Object.entries(read as object));
  for (const [key, value] of Object.entries(json)) {
    const part: unknown = parts.get(key);
    const path = part === undefined && value !== null ? "" : lost(value, part);
    if (path !== undefined) return `.${key}${path}`;
  }
  return undefined;
}
