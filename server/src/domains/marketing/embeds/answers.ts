import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ancestorsDirective } from '../../pages/index.ts';
import { computeEtag, holdsTag } from '../../../platform/http/etag.ts';

/** Any website may load this: it contains no personal data and no cookie. */
const forAnybody = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

interface Content {
  type: string;
  body: string | Buffer;
  etag?: string;
  cache: string;
}

/** Sends a cacheable response, or 304 when unchanged. */
export function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
): FastifyReply {
  const { type, body, etag = computeEtag(body), cache } = content;
  void reply.headers({ ...forAnybody, etag, 'cache-control': cache });
  if (holdsTag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(type).send(body);
}

/** Headers of a frame's page: the policy names who may frame it, which X-Frame-Options can't. */
export function sendFrame(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  policy: string,
): FastifyReply {
  void reply.removeHeader('x-frame-options').headers({
    'content-security-policy': policy,
    // A cross-origin isolated website shows only frames with the same header.
    'cross-origin-embedder-policy': 'require-corp',
    'x-robots-tag': 'noindex',
  });
  const type = 'text/html; charset=utf-8';
  if (reply.statusCode !== 200)
    return reply
      .headers({ ...forAnybody, 'cache-control': 'no-store' })
      .type(type)
      .send(html);
  return sendContent(request, reply, {
    type,
    body: html,
    cache: 'public, max-age=300, stale-while-revalidate=600',
  });
}

/**
 * Content Security Policy of a page with inline styles and our own script. `ancestors`: the sources
 * of `frame-ancestors`, or null when any document may frame it.
 */
export function framePolicy(html: string, ancestors: string | null): string {
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css);
  const hashes = styles.map(
    (css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${hashes.join(' ')}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    ...ancestorsDirective(ancestors),
  ].join('; ');
}
