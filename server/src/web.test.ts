import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultBrand } from '@lintel/contract/brand';
import { languages } from '@lintel/contract/core/language';
import { openTestLog } from '../test/edges.ts';
import { loadRenderer } from './web.ts';

test('a failed build of the pages keeps the previous build and logs the error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lintel-web-'));
  const dist = join(folder, 'homeowner/dist');
  for (const language of languages)
    await mkdir(join(dist, `client/${language}/.vite`), { recursive: true });
  await mkdir(join(dist, 'ssr'));
  const manifest = { 'src/entry-client.tsx': { file: 'assets/entry.js' } };
  for (const language of languages)
    await writeFile(join(dist, `client/${language}/.vite/manifest.json`), JSON.stringify(manifest));
  const program = `export const renderNotFound = () => 'first build';`;
  await writeFile(join(dist, 'ssr/entry-server.js'), program);
  await writeFile(join(dist, 'ssr/package.json'), '{"type":"module"}');
  const { log, warnings } = openTestLog();
  const before = process.listeners('message');
  const renderer = await loadRenderer(folder, log);
  const added = process.listeners('message').filter((listener) => !before.includes(listener));
  try {
    await rm(dist, { recursive: true });
    for (const listener of added) listener('homeowner was built', undefined);
    await expect
      .poll(() => warnings)
      .toEqual(['the new pages could not be loaded; the previous build stays']);
    expect(renderer.renderNotFound({ brand: defaultBrand, language: 'en' })).toBe('first build');
  } finally {
    for (const listener of added) process.off('message', listener);
    await rm(folder, { recursive: true, force: true });
  }
});
