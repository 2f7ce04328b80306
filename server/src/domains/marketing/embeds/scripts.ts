import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '@lintel/contract/core/language';
import type { CalculatorPage, CalmPage } from '@lintel/contract/marketing/embeds';
import { computeEtag } from '../../../platform/http/etag.ts';
import { sendContent } from './answers.ts';

interface EmbedScript {
  content: Buffer;
  etag: string;
}

const scriptNames = ['v1', 'calculator', 'calculator.es', 'frame'] as const;
type EmbedScriptName = (typeof scriptNames)[number];

/** The calculator's script in this language. */
export const calculatorScript = (language: Language): EmbedScriptName =>
  language === 'es' ? 'calculator.es' : 'calculator';

/** Build output for other websites: the scripts, and the pages of their frames. */
export interface EmbedFiles {
  scripts: Readonly<Record<EmbedScriptName, EmbedScript>>;
  renderCalculator(page: CalculatorPage): string;
  renderCalm(page: CalmPage): string;
}

/** Reads the built embeds. Throws an `Error` for the operator when they are missing. */
export async function loadEmbeds(appFolder: string): Promise<EmbedFiles> {
  const dist = join(appFolder, 'embeds/dist');
  const read = async (file: string): Promise<EmbedScript> => {
    const content = await readFile(join(dist, 'scripts', file)).catch(() => {
      throw new Error('The embeds were not built: run npm run build');
    });
    return { content, etag: computeEtag(content) };
  };
  const [v1, calculator, spanish, frame] = await Promise.all([
    read('v1.js'),
    read('calculator.js'),
    read('calculator.es.js'),
    read('frame.js'),
  ]);
  const pages: Pick<EmbedFiles, 'renderCalculator' | 'renderCalm'> = await import(
    /* @vite-ignore */ pathToFileURL(join(dist, 'pages/pages.js')).href
  );
  return {
    scripts: { v1, calculator, 'calculator.es': spanish, frame },
    renderCalculator: pages.renderCalculator,
    renderCalm: pages.renderCalm,
  };
}

const scriptVersion = ({ etag }: EmbedScript): string => etag.slice(1, 11);

/** A frame's script URL with its version, so that a page and a cached script always match. */
export const scriptAddress = ({ scripts }: EmbedFiles, name: EmbedScriptName): string =>
  `/embeds/${name}.js?v=${scriptVersion(scripts[name])}`;

/** Serves the loader that websites reference, and the frames' scripts. */
export function scriptRoutes(app: FastifyInstance, { scripts }: EmbedFiles): void {
  for (const name of scriptNames)
    app.get<ScriptRequest>(
      `/embeds/${name}.js`,
      { schema: { hide: true } },
      async (request, reply) => sendScript(request, reply, scripts[name]),
    );
}

interface ScriptRequest {
  Querystring: { v?: unknown };
}

function sendScript(
  request: FastifyRequest<ScriptRequest>,
  reply: FastifyReply,
  script: EmbedScript,
): FastifyReply {
  const { content, etag } = script;
  const cache =
    request.query.v === scriptVersion(script)
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600, stale-while-revalidate=86400';
  const type = 'text/javascript; charset=utf-8';
  return sendContent(request, reply, { type, body: content, etag, cache });
}
