import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendContent } from './answers.ts';
import type { EmbedFiles, EmbedScriptName } from './files.ts';

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
    app.get(`/embeds/${name}.js`, { schema: { hide: true } }, async (request, reply) =>
      sendScript(request, reply, embeds, name),
    );
}

function sendScript(
  request: FastifyRequest,
  reply: FastifyReply,
  embeds: EmbedFiles,
  name: EmbedScriptName,
): FastifyReply {
  const { content, etag } = embeds.scripts[name];
  const named = (request.query as { v?: unknown }).v === versionOf(embeds, name);
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
