/** The scripts covered by the PDF fonts (`server/src/platform/typeset/typesetter.ts`). */
const drawn =
  /[\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/u;

/** The fonts have none of the rare Chinese characters from here on. */
const firstRareHan = 0x20000;

/** The characters of a text that a PDF can't show, without duplicates. */
export const undrawable = (text: string): string[] => [
  ...new Set(
    Array.from(text).filter(
      (one) =>
        !drawn.test(one) ||
        ((one.codePointAt(0) ?? 0) >= firstRareHan && /\p{Script=Han}/u.test(one)),
    ),
  ),
];
