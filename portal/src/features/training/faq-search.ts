import type { Material, WatchedCategory } from '@lintel/contract/training';
import { readableText } from './marked-text.ts';

/** A question with its answer, and both as they are searched. */
export interface Faq {
  id: number;
  name: string;
  content: string;
  question: string;
  answer: string;
}

export interface FaqGroup {
  id: number;
  name: string;
  faqs: readonly Faq[];
}

const faqOf = ({ id, name, content }: Material): Faq => ({
  id,
  name,
  content,
  question: name.toLocaleLowerCase('en-US'),
  answer: readableText(content).toLocaleLowerCase('en-US'),
});

/** The questions of a category. */
export const groupOf = (
  { id, name }: WatchedCategory,
  materials: readonly Material[],
): FaqGroup => ({
  id,
  name,
  faqs: materials.map(faqOf),
});

/**
 * The questions in which each of the words is found, in the question or in the answer; groups
 * without any are left out.
 */
export function findFaqs(groups: readonly FaqGroup[], words: readonly string[]): FaqGroup[] {
  const matches = ({ question, answer }: Faq): boolean =>
    words.every((word) => question.includes(word) || answer.includes(word));
  return groups
    .map((group) => ({ ...group, faqs: group.faqs.filter(matches) }))
    .filter(({ faqs }) => faqs.length > 0);
}

/** Whether a match is in the answer alone, so that only an open answer shows it. */
export const isInAnswer = ({ question }: Faq, words: readonly string[]): boolean =>
  words.length > 0 && !words.every((word) => question.includes(word));
