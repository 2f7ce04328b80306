import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countUses, glossaryTerms, tooFrequent, type Passage } from './language/dialect.ts';
import { readPassages } from './language/passages.ts';

const root = new URL('../', import.meta.url).pathname;
/** Per 10,000 words, for each expression. */
const limit = 1;

const passages = Object.entries(readPassages(root));
const isListed = process.argv.includes('--list');
let failed = false;

const place = ({ path, line }: Passage): string => `${path}:${line}`;

for (const [kind, texts] of passages) {
  const count = countUses(texts);
  const frequent = tooFrequent(count, limit);
  failed ||= frequent.length > 0;
  console.log(`${kind}: ${count.words} words`);
  for (const [expression, places] of frequent) {
    const share = (places.length * 10_000) / count.words;
    console.log(`  "${expression}": ${places.length}, ${share.toFixed(1)} in 10,000 words`);
    for (const one of isListed ? places : places.slice(0, 3)) console.log(`    ${place(one)}`);
  }
}

const glossary = glossaryTerms(readFileSync(join(root, 'docs/reference/glossary.md'), 'utf8'));
console.log(`glossary: ${glossary.length} words that are not used`);

if (failed) {
  console.log('Too many of these expressions: CONTRIBUTING.md says how we write.');
  process.exit(1);
}
