import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { languages } from '@lintel/contract/core/language';
import { defaultRates } from '@lintel/contract/marketing/calculator';
import type { CalculatorPage } from '@lintel/contract/marketing/embeds';

interface Chunk {
  file: string;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

const root = new URL('../', import.meta.url).pathname;

/**
 * Code loaded before a route is usable: the entry and the route's chunks, with everything they
 * import.
 */
const budgets = [
  {
    name: 'portal, sign-in',
    dist: 'portal/dist',
    manifest: 'sign-in.json',
    limit: 45_000,
    entries: ['sign-in.html'],
  },
  {
    name: 'portal, dashboard',
    dist: 'portal/dist',
    manifest: 'manifest.json',
    limit: 150_000,
    entries: ['index.html', 'src/features/dashboard/dashboard-page.tsx'],
  },
  {
    name: 'portal, dashboard with what it loads later',
    dist: 'portal/dist',
    manifest: 'manifest.json',
    limit: 225_000,
    entries: [
      'index.html',
      'src/features/dashboard/dashboard-page.tsx',
      'src/features/dashboard/cards.ts',
      'src/shell/add-ons.ts',
    ],
  },
  ...languages.map((language) => ({
    name: `public page, ${language}`,
    dist: `homeowner/dist/client/${language}`,
    manifest: 'manifest.json',
    limit: 22_500,
    entries: ['src/entry-client.tsx'],
  })),
];

function chunkFiles(manifest: Manifest, entries: readonly string[]): Set<string> {
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

const gzipSize = (content: Buffer | string): number => gzipSync(content).length;
const readDist = (file: string): Buffer => readFileSync(join(root, file));

const portalSizes = budgets.map(({ name, dist, manifest: list, limit, entries }) => {
  const manifest: Manifest = JSON.parse(readDist(`${dist}/.vite/${list}`).toString());
  const scripts = [...chunkFiles(manifest, entries)].filter((file) => file.endsWith('.js'));
  const bytes = scripts.reduce((sum, file) => sum + gzipSize(readDist(`${dist}/${file}`)), 0);
  return { name, limit, bytes, files: scripts.length };
});

/** Our own files that a frame's page references in tags, preloads, and styles. */
const referencedFiles = (page: string): string[] => [
  ...new Set([...page.matchAll(/\/embeds\/([\w.-]+)\?v=/g)].map(([, file = '']) => file)),
];

/**
 * Code loaded by third-party websites: the loader alone, and a whole calculator: the loader, the
 * frame's page with its styles, and each script and font that the page references.
 */
async function embedSizes() {
  const scripts = 'embeds/dist/scripts';
  const loader = gzipSize(readDist(`${scripts}/v1.js`));
  const { renderCalculator }: { renderCalculator(page: CalculatorPage): string } = await import(
    join(root, 'embeds/dist/pages/pages.js')
  );
  const wholes = languages.map((language) => {
    const script = language === 'en' ? 'calculator' : `calculator.${language}`;
    const page = renderCalculator({
      language,
      companyName: 'Summit Roofing LLC',
      offersUrl: 'https://www.lintel.example/p/summit-roofing?source=calculator',
      colors: { color1: '#68BA62', color2: '#1C418C', color3: '#FFFFFF' },
      border: true,
      rates: defaultRates,
      script: `/embeds/${script}.js?v=0123456789`,
    });
    const files = referencedFiles(page).map((file) => gzipSize(readDist(`${scripts}/${file}`)));
    const bytes = files.reduce((sum, size) => sum + size, loader + gzipSize(page));
    const name = `embeds, calculator whole, ${language}`;
    return { name, limit: 12_000, bytes, files: files.length + 2 };
  });
  return [{ name: 'embeds, loader', limit: 2_200, bytes: loader, files: 1 }, ...wholes];
}

let over = false;
for (const { name, limit, bytes, files } of [...portalSizes, ...(await embedSizes())]) {
  over ||= bytes > limit;
  console.log(
    `${bytes > limit ? 'OVER' : 'ok  '} ${name}: ${(bytes / 1000).toFixed(1)} kB gzipped in ${files} files, at most ${limit / 1000} kB`,
  );
}
if (over) process.exit(1);
