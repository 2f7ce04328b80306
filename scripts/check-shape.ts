import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sizeFigures, findBreaches, findSplinters } from './shape/rules.ts';
import { readSources } from './shape/sources.ts';
import { misnamedTexts, unusedTexts } from './shape/texts.ts';
import { readCatalogs, workspaceLanguages } from './lib/catalog.ts';

const root = new URL('../', import.meta.url).pathname;
const excepted: { reason: string; keys: string[] }[] = JSON.parse(
  readFileSync(new URL('shape-exceptions.json', import.meta.url), 'utf8'),
);
const exceptions = excepted.flatMap(({ keys }) => keys);

const sources = readSources(root);
const breaches = findBreaches(sources);
for (const workspace of Object.keys(workspaceLanguages)) {
  const own = sources.filter(({ path }) => path.startsWith(`${workspace}/src/`));
  const { en = {} } = await readCatalogs(join(root, workspace));
  for (const key of unusedTexts(own, en))
    breaches.push({
      key: `unused text ${workspace} ${key}`,
      text: `${workspace}/messages: nothing uses "${key}"`,
    });
}
const features = readdirSync(join(root, 'portal/src/features'));
const { en: portal = {} } = await readCatalogs(join(root, 'portal'));
for (const key of misnamedTexts(portal, new Set([...features, 'common', 'screens', 'shell'])))
  breaches.push({
    key: `text key ${key}`,
    text: `portal/messages: name "${key}" by place and role, as payouts_run_releasedBy`,
  });
const { files, median, p95, max, splinters, casts } = sizeFigures(sources);
console.log(
  `${files} files; lines: median ${median}, p95 ${p95}, max ${max}; ` +
    `splinters: ${splinters.toFixed(1)}%; casts: ${casts.toFixed(2)} per 1,000 lines`,
);
if (process.argv.includes('--casts'))
  for (const { path, casts: lines, text } of sources)
    for (const line of lines) console.log(`${path}:${line} ${text.split('\n')[line - 1]?.trim()}`);
if (process.argv.includes('--splinters'))
  for (const path of findSplinters(sources)) console.log(path);

const open = breaches.filter(({ key }) => !exceptions.includes(key));
const unneeded = exceptions.filter((key) => !breaches.some((breach) => breach.key === key));
for (const { text } of open) console.log(text);
for (const key of unneeded)
  console.log(`The exception "${key}" is no longer needed: remove it from the list`);
if (open.length + unneeded.length > 0) process.exit(1);
