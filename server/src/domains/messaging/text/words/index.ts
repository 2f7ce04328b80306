import type { Language } from '@lintel/contract/core/language';
import type { TextKind } from '@lintel/contract/texts/constants';
import { inPlainAlphabet, plainName } from '../segments.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import type { TextFacts, TextWords } from './facts.ts';

export type { TextFacts } from './facts.ts';

const words: Record<Language, TextWords> = { en: english, es: spanish };
const longest = { company: 40, lender: 30 } as const;

/**
 * The content of a text: sender, reason, link, and how to opt out. It uses the GSM 03.38 alphabet,
 * which needs the fewest segments, and takes two segments at most.
 */
export const textWords = <Kind extends TextKind>(
  language: Language,
  kind: Kind,
  facts: TextFacts[Kind],
): string => words[language].texts[kind](plainFacts(language, facts));

/** The facts in the GSM alphabet, with names cut to a length. */
function plainFacts<Facts extends { company: string; lender?: string; until?: string }>(
  language: Language,
  facts: Facts,
): Facts {
  const { company, lender, until } = facts;
  const { unnamed } = words[language];
  return {
    ...facts,
    company: plainName(company, longest.company, unnamed.company),
    ...(lender !== undefined && { lender: plainName(lender, longest.lender, unnamed.lender) }),
    ...(until !== undefined && { until: inPlainAlphabet(until) }),
  };
}
