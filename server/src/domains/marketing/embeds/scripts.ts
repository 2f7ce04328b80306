import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CalculatorPage, CalmPage } from '@lintel/contract/marketing/embeds';
import { etagOf } from '../../../platform/http/etag.ts';
import { sendContent } from './answers.ts';

interface EmbedScript {
  content: Buffer;
  etag: string;
}

type EmbedScriptName = 'v1' | 'calculator' | 'frame';

/** What was built for other people's websites: the scripts, and the pages of their frames. */
export interface EmbedFiles {
  scripts: Readonly<Record<EmbedScriptName, EmbedScript>>;
  renderCalculator(page: CalculatorPage): string;
  renderCalm(page: CalmPage): string;
}

/** Reads the built embeds. Throws an `Error` for the operator when they were not built. */
export async function loadEmbeds(appFolder: string): Promise<EmbedFiles> {
  const dist = join(appFolder, 'embeds/dist');
  const read = async (name: EmbedScriptName): Promise<EmbedScript> => {
    const content = await readFile(join(dist, `scripts/${name}.js`)).catch(() => {
      throw new Error('The embeds were not built: run npm run build');
    });
    return { content, etag: etagOf(content) };
  };
  const [v1, calculator, frame] = await Promise.all([
    read('v1'),
    read('calculator'),
    read('frame'),
  ]);
  const pages: Omit<EmbedFiles, 'scripts'> = await import(
    /* @vite-ignore */ pathToFileURL(join(dist, 'pages/pages.js')).href
  );
  return {
    scripts: { v1, calculator, frame },
    renderCalculator: pages.renderCalculator,
    renderCalm: pages.renderCalm,
  };
}

const versionOf = ({ scripts }: EmbedFiles, name: EmbedScriptName): string =>
  scripts[name].etag.slice(1, 11);

/**
 * A frame's script with its version, so that a page and a script that is kept always belong
 * together.
 */
export const scriptAddress = (embeds: EmbedFiles, name: EmbedScriptName): string =>
  `/embeds/${name}.js?v=${versionOf(embeds, name)}`;

/** The loader that websites name, and the scripts of the frames. */
export function scriptRoutes(app: FastifyInstance, embeds: EmbedFiles): void {
  for (const name of ['v1', 'calculator', 'frame'] as const)
    app.get<ScriptRequest>(
      `/embeds/${name}.js`,
      { schema: { hide: true } },
      async (request, reply) => sendScript(request, reply, embeds, name),
    );
}

interface ScriptRequest {
  Querystring: { v?: unknown };
}

function sendScript(
  request: FastifyRequest<ScriptRequest>,
  reply: FastifyReply,
  embeds: EmbedFiles,
  name: EmbedScriptName,
): FastifyReply {
  const { content, etag } = embeds.scripts[name];
  const named = request.query.v === versionOf(embeds, name);
  const cache = named
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600, stale-while-revalidate=86400';
  return sendContent(request, reply, {
    type: 'text/javascript; charset=utf-8',
    body: content,
    etag,
    cache,
  });
}
