import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Brand } from '@lintel/contract/brand';

/** Names with a content hash: they never change. */
const hashed = /\/assets\//;

/**
 * Serves the built portal: its files, and its one page for every address that nothing else serves. The brand goes into the page,
 * so that the first paint needs no request.
 */
export async function registerPortal(app: FastifyInstance, options: { folder: string; brand: Brand }): Promise<void> {
  const template = await readFile(join(options.folder, 'index.html'), 'utf8');
  const page = template.replace('<!--brand-->', JSON.stringify(options.brand).replaceAll('<', String.raw`\u003c`));
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 20)}"`;
  await app.register(fastifyStatic, {
    root: options.folder,
    prefix: '/',
    index: false,
    wildcard: false,
    schemaHide: true,
    setHeaders: (response, path) => {
      response.header('cache-control', hashed.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound();
    void reply.headers({ etag, 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
