import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CalculatorPage, CalmPage } from '@lintel/contract/marketing/embeds';
import { etagOf } from '../../../platform/http/etag.ts';

export interface EmbedScript {
  content: Buffer;
  etag: string;
}

export const embedScripts = ['v1', 'calculator', 'frame'] as const;
export type EmbedScriptName = (typeof embedScripts)[number];

/** What was built for other people's websites: the scripts, and the pages of their frames. */
export interface EmbedFiles {
  scripts: Readonly<Record<EmbedScriptName, EmbedScript>>;
  renderCalculator(page: CalculatorPage): string;
  renderCalm(page: CalmPage): string;
}

/** Reads the built embeds. Throws an `Error` for the operator when they were not built. */
export async function loadEmbeds(appFolder: string): Promise<EmbedFiles> {
  const dist = join(appFolder, 'embeds/dist');
  const read = async (name: EmbedScriptName): Promise<[EmbedScriptName, EmbedScript]> => {
    const content = await readFile(join(dist, `scripts/${name}.js`)).catch(() => {
      throw new Error('The embeds were not built: run npm run build');
    });
    return [name, { content, etag: etagOf(content) }];
  };
  const scripts = Object.fromEntries(
    await Promise.all(embedScripts.map(read)),
  ) as EmbedFiles['scripts'];
  const pages = (await import(
    /* @vite-ignore */ pathToFileURL(join(dist, 'pages/pages.js')).href
  )) as Omit<EmbedFiles, 'scripts'>;
  return { scripts, renderCalculator: pages.renderCalculator, renderCalm: pages.renderCalm };
}
