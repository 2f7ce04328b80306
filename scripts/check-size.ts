import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

const root = new URL('../', import.meta.url).pathname;

/** What loads before a route can be used: the entry and the route's own chunks, with everything that they import. */
const budgets = [
  {
    name: 'portal, sign-in',
    dist: 'portal/dist',
    limit: 150_000,
    entries: ['index.html', 'src/shell/visitor-frame.tsx', 'src/features/identity/login-page.tsx'],
  },
  {
    name: 'portal, dashboard',
    dist: 'portal/dist',
    limit: 150_000,
    entries: ['index.html', 'src/shell/portal-frame.tsx', 'src/features/dashboard/dashboard-page.tsx'],
  },
  { name: 'public page', dist: 'homeowner/dist/client', limit: 70_000, entries: ['src/entry-client.tsx'] },
];

function filesOf(manifest: Manifest, entries: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not in the manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const entry of entries) visit(entry);
  return files;
}

let over = false;
for (const { name, dist, limit, entries } of budgets) {
  const manifest = JSON.parse(readFileSync(join(root, dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const scripts = [...filesOf(manifest, entries)].filter((file) => file.endsWith('.js'));
  const bytes = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(root, dist, file))).length, 0);
  over ||= bytes > limit;
  console.log(
    `${bytes > limit ? 'OVER' : 'ok  '} ${name}: ${(bytes / 1000).toFixed(1)} kB gzipped in ${scripts.length} files, at most ${limit / 1000} kB`,
  );
}
if (over) process.exit(1);
