import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** Ids that a body repeats beside its path: the name in the body, and the one in the path. */
export const repeatedIds = [
  ['id', 'id'],
  ['contractorId', 'id'],
  ['pId', 'pid'],
] as const;

/**
 * What a body says of whom and what it is about is never trusted: it must agree with the path and
 * with the caller.
 */
export function requireAgreement(request: FastifyRequest): void {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const params = (request.params ?? {}) as Record<string, unknown>;
  for (const [told, asked] of repeatedIds) {
    if (body[told] !== undefined && params[asked] !== undefined && body[told] !== params[asked]) {
      throw new AppError('bad_request', {
        message: `The ${told} of the body is not the one of the address.`,
      });
    }
  }
  const { caller } = request;
  const userId = body['userId'];
  if (
    typeof userId === 'number' &&
    caller &&
    ![caller.user.id, caller.authenticated.id].includes(userId)
  ) {
    throw new AppError('not_found');
  }
}
