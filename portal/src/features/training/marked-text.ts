/** The words of a search, for comparison. */
export const wordsIn = (query: string): string[] =>
  query.toLocaleLowerCase('en-US').split(/\s+/).filter(Boolean);

const patternOf = (words: readonly string[]): RegExp =>
  new RegExp(
    `(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`,
    'gi',
  );

interface Piece {
  text: string;
  marked: boolean;
  /** Where in the whole text it begins. */
  start: number;
}

/** A text cut where the words begin and end. */
export function piecesOf(whole: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return [{ text: whole, marked: false, start: 0 }];
  let start = 0;
  const pieces = whole.split(patternOf(words)).map((text, index): Piece => {
    const piece = { text, marked: index % 2 === 1, start };
    start += text.length;
    return piece;
  });
  return pieces.filter(({ text }) => text !== '');
}

const bodyOf = (html: string): HTMLElement =>
  new DOMParser().parseFromString(html, 'text/html').body;

/** What a person reads of clean HTML. */
export const readableText = (html: string): string => bodyOf(html).textContent;

/** Clean HTML with the words marked wherever they are read. */
export function markedHtml(html: string, words: readonly string[]): string {
  if (words.length === 0) return html;
  const body = bodyOf(html);
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const nodes = piecesOf(text.data, words).map((piece) => {
      if (!piece.marked) return piece.text;
      const mark = body.ownerDocument.createElement('mark');
      mark.textContent = piece.text;
      return mark;
    });
    text.replaceWith(...nodes);
  }
  return body.innerHTML;
}
