import { decodeFields } from "../../Client/src/contract/decoder";
import type { Directive } from "../../Client/src/contract/messages";
import { Kind, readFields } from "../../Client/src/contract/schema";

/** A directive with its encoded form, which has fields that the client does not read. */
export interface EncodedDirective {
  readonly directive: Directive;
  readonly bytes: Uint8Array;
}

/** The directives of an `InteractResponse`. */
const responseFields = readFields(`directives=2${Kind.bytes}*`);

/** Returns the directives of an encoded response, which are decoded already. */
export function encodedDirectives(
  response: Uint8Array, decoded: readonly Directive[] = []
): EncodedDirective[] {
  const { directives = [] } = decodeFields(responseFields, response) as {
    directives?: Uint8Array[];
  };
  return directives.map((bytes, index) => ({ directive: decoded[index] ?? {}, bytes }));
}
