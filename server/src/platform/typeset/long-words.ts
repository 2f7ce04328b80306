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
