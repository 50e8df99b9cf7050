/** A number as written in a text. */
export interface NumberLiteral {
  readonly text: string;
  readonly value: number;
  readonly decimals: number;
  /** The unit after the digits, such as `s`. */
  readonly unit: string;
  /** The step of the last digit: 1 for `50`, 0.01 for `.75`. */
  readonly step: number;
}

/** Reads a decimal number; undefined for other text, such as a colour with leading zeros. */
export function numberLiteral(text: string): NumberLiteral | undefined {
  const found = /^-?(0|[1-9]\d*)?(?:\.(\d+))?([a-z]*)$/.exec(text);
  if (!found || (found[1] ?? found[2]) === undefined) return undefined;
  const [, , fraction = "", unit = ""] = found;
  const decimals = fraction.length;
  return {
    text, decimals, unit, step: 10 ** -decimals,
    value: Number(text.slice(0, text.length - unit.length)),
  };
}

/**
 * Writes another value in the form of a literal; its own text for its own value.
 *
 * @param step - The value is a multiple of this step, which may be finer than the literal's.
 */
export function written(literal: NumberLiteral, value: number, step = literal.step): string {
  const places = Math.max(literal.decimals, Math.round(-Math.log10(step)));
  let digits = (Math.round(value / step) * step).toFixed(places);
  if (Number(digits) === literal.value) return literal.text;
  while (digits.length > 1 && /\.\d*0$/.test(digits)
    && digits.split(".")[1]!.length > literal.decimals) digits = digits.slice(0, -1);
  digits = digits.replace(/\.$/, "");
  if (Number(digits) === 0) digits = digits.replace("-", "");
  if (/^-?\./.test(literal.text)) digits = digits.replace(/^(-?)0\./, "$1.");
  return digits + literal.unit;
}
