/** A place in a text: line and column from 1. */
interface Place {
  line: number;
  column: number;
}

const text = String.raw`"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`;
const string = new RegExp(text, 'y');
const word = new RegExp(
  String.raw`${text}|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null`,
  'y',
);
const space = /[\t\n\r ]*/y;

/** How far a text is JSON: the index of the first character that is out of place. */
function lengthOfJson(text: string): number {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const fits = pattern.test(text);
    if (fits) at = pattern.lastIndex;
    return fits;
  };
  const next = (pattern: RegExp): boolean => take(space) && take(pattern);
  const member = (): boolean => next(string) && next(/:/y) && value();
  const list = (item: () => boolean, end: RegExp): boolean => {
    if (next(end)) return true;
    do if (!item()) return false;
    while (next(/,/y));
    return next(end);
  };
  function value(): boolean {
    if (next(/\{/y)) return list(member, /\}/y);
    if (next(/\[/y)) return list(value, /\]/y);
    return next(word);
  }
  value();
  take(space);
  return at;
}

/**
 * Where a text stops being JSON; null when it is JSON to its end. Browsers tell it in different
 * words, or not at all.
 */
export function placeOfError(text: string): Place | null {
  const length = lengthOfJson(text);
  if (isJson(text)) return null;
  const before = text.slice(0, length).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
