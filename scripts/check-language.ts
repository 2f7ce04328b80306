import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  countUses,
  glossaryTerms,
  overLimit,
  type Count,
  type Passage,
} from './language/dialect.ts';
import { readPassages } from './language/passages.ts';

const root = new URL('../', import.meta.url).pathname;
/** Per 10,000 words, for each expression. */
const limit = 1;

const passages = readPassages(root);
const isListed = process.argv.includes('--list');
let failed = false;

const place = ({ path, line }: Passage): string => `${path}:${line}`;

function report(kind: string, count: Count): void {
  const frequent = overLimit(count, limit);
  failed ||= frequent.length > 0;
  console.log(`${kind}: ${count.words} words`);
  for (const [expression, places] of frequent) {
    const share = (places.length * 10_000) / count.words;
    console.log(`  "${expression}": ${places.length}, ${share.toFixed(1)} in 10,000 words`);
    for (const one of isListed ? places : places.slice(0, 3)) console.log(`    ${place(one)}`);
  }
}

for (const [kind, texts] of Object.entries(passages)) report(kind, countUses(texts));

const glossary = readFileSync(join(root, 'docs/reference/glossary.md'), 'utf8');
const prose = [...passages.docs, ...passages['screen texts']];
report('terms that the glossary replaces', countUses(prose, glossaryTerms(glossary)));

if (failed) {
  console.log('Too many of these expressions: docs/development/style.md says how we write.');
  process.exit(1);
}
