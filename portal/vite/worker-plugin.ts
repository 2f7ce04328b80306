import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
}

/** The first screen on a phone, and what the offline page needs. */
const shell = ['index.html', 'src/shell/add-ons.ts', 'src/features/dashboard/dashboard-page.tsx'];

/** The files of the shell, with all their imports. */
async function shellFiles(dist: string): Promise<Set<string>> {
  const chunks: Record<string, Chunk> = JSON.parse(
    await readFile(join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = chunks[name];
    if (chunk === undefined) throw new Error(`${name} is not in the manifest`);
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    chunk.imports?.forEach(visit);
  };
  shell.forEach(visit);
  return files;
}

/**
 * Builds the service worker next to the manifest, where the server serves it with its brand. It
 * caches only hashed files, and only the shell's.
 */
export const workerPlugin = (portal: string): Plugin[] => {
  const dist = join(portal, 'dist');
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'worker',
    filename: 'worker.ts',
    outDir: join(dist, '.vite'),
    injectRegister: false,
    manifest: false,
    injectManifest: {
      rollupFormat: 'iife',
      globDirectory: dist,
      globPatterns: ['assets/*.{js,css,woff2}'],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        async (entries) => {
          const wanted = await shellFiles(dist);
          return {
            manifest: entries
              .filter(({ url }) => wanted.has(url))
              .map((entry) => ({ ...entry, url: `/${entry.url}` })),
          };
        },
      ],
    },
  });
};
