/** Expressions of the house style's list that aren't plain American English, by name. */
export const dialect: Readonly<Record<string, RegExp>> = {
  whoever: /\bwhoever\b/giu,
  stands: /\bstands\b/giu,
  lies: /\blies\b/giu,
  tells: /\btells\b/giu,
  told: /\btold\b/giu,
  somebody: /\bsomebody\b/giu,
  nobody: /\bnobody\b/giu,
  'so many': /\bso many\b/giu,
  beside: /\bbeside\b/giu,
  anew: /\banew\b/giu,
  meanwhile: /\bmeanwhile\b/giu,
  'goes on': /\bgoes on\b/giu,
  'is none': /\bis none\b/giu,
  'asked for': /\basked for\b/giu,
  'of the own': /\bof the own\b/giu,
  'taken back': /\btaken back\b/giu,
};

/** One text that people read, and where it is. */
export interface Passage {
  path: string;
  line: number;
  text: string;
}

export interface Count {
  words: number;
  /** The places of each expression that is used. */
  uses: Map<string, Passage[]>;
}

/** How many words some texts have, and where they use which expressions. */
export function countUses(
  passages: readonly Passage[],
  expressions: Readonly<Record<string, RegExp>> = dialect,
): Count {
  const uses = new Map<string, Passage[]>();
  let words = 0;
  for (const passage of passages) {
    words += passage.text.match(/[\p{L}\p{N}'’-]+/gu)?.length ?? 0;
    for (const [name, pattern] of Object.entries(expressions))
      for (const match of passage.text.matchAll(pattern)) {
        const before = passage.text.slice(0, match.index).split('\n').length - 1;
        const found = { ...passage, line: passage.line + before };
        uses.set(name, [...(uses.get(name) ?? []), found]);
      }
  }
  return { words, uses };
}

/** The expressions that are used more than `limit` times in 10,000 words. */
export const overLimit = ({ words, uses }: Count, limit: number): [string, Passage[]][] =>
  [...uses].filter(([, places]) => places.length > (words / 10_000) * limit);

/**
 * The terms of the glossary's "not" column, by what to say instead. Those with a note in parentheses
 * mean something else elsewhere, and are left out.
 */
export function glossaryTerms(markdown: string): Record<string, RegExp> {
  const terms = markdown.split('\n').flatMap((line) => {
    const [, instead = '', , not = ''] = line.split('|').map((cell) => cell.trim());
    if (instead === '' || instead === 'word' || /^-+$/.test(instead)) return [];
    const plain = not.split(/,\s*(?![^(]*\))/).filter((term) => term !== '' && !term.includes('('));
    return plain.map(
      (term) => [`${term} (say ${instead})`, new RegExp(`\\b${term}\\b`, 'giu')] as const,
    );
  });
  return Object.fromEntries(terms);
}
