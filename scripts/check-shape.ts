import { readFileSync } from 'node:fs';
import { figuresOf, findBreaches } from './shape/rules.ts';
import { readSources } from './shape/sources.ts';

const root = new URL('../', import.meta.url).pathname;
const exceptions = JSON.parse(
  readFileSync(new URL('shape-exceptions.json', import.meta.url), 'utf8'),
) as string[];

const sources = readSources(root);
const breaches = findBreaches(sources);
const { files, median, p95, max } = figuresOf(sources);
console.log(`${files} files; lines: median ${median}, p95 ${p95}, max ${max}`);

const open = breaches.filter(({ key }) => !exceptions.includes(key));
const unneeded = exceptions.filter((key) => !breaches.some((breach) => breach.key === key));
for (const { text } of open) console.log(text);
for (const key of unneeded)
  console.log(`The exception "${key}" is no longer needed: take it off the list`);
if (open.length + unneeded.length > 0) process.exit(1);
