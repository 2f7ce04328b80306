import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * Refuses a changing request that a browser sent from another site. A browser always names its
 * origin on such requests; a caller that names none is no browser and holds no ambient cookies.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site, host } = request.headers;
  if (site === 'same-origin' || site === 'none') return;
  if (site !== undefined) throw new AppError('wrong_origin');
  if (origin === undefined) return;
  if (origin !== new URL(publicUrl).origin && origin !== `${request.protocol}://${host}`)
    throw new AppError('wrong_origin');
}
