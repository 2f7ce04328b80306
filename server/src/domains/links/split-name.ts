import { collapsed } from '@lintel/contract/core/field-rules';

/** Particles that belong to the following last name. */
const particles = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'van',
  'von',
  'der',
  'den',
  'di',
  'da',
  'dos',
  'du',
  'le',
  'st.',
  'san',
  'santa',
  'ter',
  'bin',
  'al',
  'el',
]);
const suffix = /^(jr|sr|ii|iii|iv)\.?$/i;
const title = /^(mr|mrs|ms|miss|dr|sr|sra|don|doña)\.?$/i;

/**
 * Splits a full name into the form's two parts: the last word is the last name, with its particles
 * and suffix (`de la Cruz`, `Lee Jr.`). For two people, `Ann and Bob Lee`, it returns the first. A
 * single word is a first name.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const tidy = collapsed(name);
  const [behind = '', before] = tidy.split(/\s*,\s*/, 2);
  // `Lee, Ann`, but not `Ann Lee, Jr.`.
  const isTurned = before !== undefined && before !== '' && !suffix.test(before);
  const ordered = isTurned ? `${before} ${behind}` : tidy.replace(/,/g, ' ');
  const words = collapsed(ordered).split(' ').filter(Boolean);
  if (words.length > 1 && title.test(words[0] ?? '')) words.shift();
  if (words.length < 2) return { firstName: words[0] ?? '', lastName: '' };
  let start = words.length - 1;
  if (suffix.test(words[start] ?? '') && start > 1) start -= 1;
  while (start > 1 && particles.has((words[start - 1] ?? '').toLowerCase())) start -= 1;
  const first = words.slice(0, start);
  const and = first.findIndex((word) => /^(&|and|y|e|\+)$/i.test(word));
  const alone = and > 0 ? first.slice(0, and) : first;
  return { firstName: alone.join(' '), lastName: words.slice(start).join(' ') };
}
