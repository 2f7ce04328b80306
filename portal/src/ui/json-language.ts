import { StreamLanguage } from '@codemirror/language';

const words: readonly (readonly [RegExp, string])[] = [
  [/^"(?:[^"\\]|\\.)*"(?=\s*:)/, 'propertyName'],
  [/^"(?:[^"\\]|\\.)*"?/, 'string'],
  [/^-?\d[\d.eE+-]*/, 'number'],
  [/^(?:true|false|null)\b/, 'bool'],
  [/^[{}[\]]/, 'brace'],
];

/** JSON, as far as its colours go. */
export const json = StreamLanguage.define({
  name: 'json',
  token: (stream) => {
    if (stream.eatSpace()) return null;
    const found = words.find(([pattern]) => stream.match(pattern));
    if (found === undefined) stream.next();
    return found?.[1] ?? null;
  },
});
