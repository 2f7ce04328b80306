/**
 * A Typst function `words`: a word of this many characters or more may be broken anywhere. What may
 * be broken there is a space without width and without a character, so that what somebody copies
 * from the PDF is what was typed.
 */
export const longWords = (characters: number): string => String.raw`
#let long-word = regex("\S{${characters},}")
#let words(text) = {
  let at = 0
  for found in text.matches(long-word) {
    text.slice(at, found.start)
    found.text.clusters().join(h(0pt))
    at = found.end
  }
  text.slice(at)
}
`;

/**
 * Control characters, halves of characters, and what turns the direction of a text, so that a
 * document reads as what it does not say.
 */
const unseen = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** The same with its texts' invisible characters taken out. */
export function visible<Value>(value: Value): Value {
  if (typeof value === 'string') return value.replace(unseen, '') as Value;
  if (Array.isArray(value)) return value.map(visible) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, visible(inner)]),
  ) as Value;
}
