import type { FastifyRequest } from 'fastify';
import { switchedUserHeader } from '@lintel/contract/identity/sessions';
import { AppError } from '../errors.ts';
import type { Claim } from './caller.ts';

/**
 * The account that a request says it speaks for: by the header that each call carries while
 * switched, or, on a navigation, by `userId` in the query. Both are only claims; the session reader
 * checks them.
 */
export function claimOf(request: FastifyRequest): Claim | null {
  const header = request.headers[switchedUserHeader];
  const query =
    request.method === 'GET' ? (request.query as Record<string, unknown>)['userId'] : undefined;
  const [by, claim] =
    header === undefined ? (['query', query] as const) : (['header', header] as const);
  if (claim === undefined || claim === '') return null;
  if (typeof claim !== 'string' || !/^\d{1,10}$/.test(claim)) throw new AppError('bad_request');
  return { by, userId: Number(claim) };
}
