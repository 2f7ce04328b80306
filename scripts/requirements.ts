import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { matchTests, parseRequirements, type FinishedTest } from './requirements/coverage.ts';
import { requirementIds, titlesIn } from './requirements/titles.ts';
import { typescriptBelow } from './shape/sources.ts';

const root = new URL('../', import.meta.url).pathname;
const { values } = parseArgs({ options: { missing: { type: 'string' } } });
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const tests = [
  'contract/src',
  'server',
  'portal/src',
  'homeowner/src',
  'embeds/src',
  'lender-kit/src',
  'e2e',
  'scripts',
]
  .flatMap((folder) => typescriptBelow(root, folder))
  .filter((path) => /\.(test|spec)\.tsx?$/.test(path));
const named = new Set(tests.flatMap((path) => titlesIn(path, read(path)).flatMap(requirementIds)));
const finished: FinishedTest = JSON.parse(read('docs/development/finished-domains.json'));
const { domains, missing, unknown, broken } = matchTests(
  parseRequirements(read('docs/development/requirements.tsv')),
  named,
  finished,
);

for (const [domain, { named: count, total }] of domains)
  console.log(`${domain.padEnd(14)} ${String(count).padStart(4)} of ${total}`);
const all = [...domains.values()].reduce((sum, one) => ({
  named: sum.named + one.named,
  total: sum.total + one.total,
}));
console.log(`${'all'.padEnd(14)} ${String(all.named).padStart(4)} of ${all.total}`);
for (const { id, text } of missing.filter(({ domain }) => domain === values.missing))
  console.log(`${id}  ${text}`);
for (const id of unknown) console.log(`${id} is in a test title, but isn't a requirement`);
for (const { id, domain, text } of broken)
  console.log(`${id} (${domain}) isn't in any test title: ${text}`);
if (unknown.length + broken.length > 0) process.exit(1);
