import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { EndpointSpec } from '@lintel/contract/core/endpoint';
import { idempotencyHeader } from '@lintel/contract/core/idempotency';
import { sign } from '../crypto/secrets.ts';
import type { KeyedCall } from './key-repository.ts';

/** The caller's key of an idempotent endpoint, or a fresh one, which nobody can repeat. */
export function keyOf(
  request: FastifyRequest,
  spec: EndpointSpec,
): { key: string; given: boolean } {
  const key = spec.idempotent ? request.headers[idempotencyHeader] : undefined;
  return typeof key === 'string' ? { key, given: true } : { key: randomUUID(), given: false };
}

/**
 * The call as it is remembered. The request's hash is made with a secret, so that what is stored
 * tells nobody which card number it was, not even by trying all of them.
 */
export function keyedCall(
  request: FastifyRequest,
  spec: EndpointSpec,
  key: string,
  secret: Uint8Array,
): KeyedCall {
  const { caller, params, query, body, receivedFiles } = request;
  const files = Object.entries(receivedFiles).map(([name, { bytes }]) => [
    name,
    createHash('sha256').update(bytes).digest('hex'),
  ]);
  const asked = JSON.stringify([spec.name, caller?.user.id ?? null, params, query, body, files]);
  return {
    caller: caller
      ? `user:${caller.authenticated.id}`
      : `visitor:${sign(secret, `address ${request.address}`)}`,
    key,
    endpoint: spec.name,
    requestHash: sign(secret, asked),
    userId: caller?.authenticated.id ?? null,
  };
}
