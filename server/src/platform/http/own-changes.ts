import type { FastifyInstance, FastifyRequest } from 'fastify';
import { staff, touched, type OnTouched } from '../db/last-changes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something all the same. */
    changes?: boolean;
  }
}

/** Whose changes a request shows, and whose it makes: the contractor's that it means, and staff's. */
export function concerned({ caller, owned }: FastifyRequest): number[] {
  if (caller === null) return [];
  const contractors = [caller.user.contractorId, owned?.['contractorId']];
  const isStaff = caller.authenticated.kind === 'staff';
  return [...contractors.filter((id) => typeof id === 'number'), ...(isStaff ? [staff] : [])];
}

/**
 * Has `note` know whose rows a request may have changed before its answer leaves, so that whoever
 * has read the answer finds the change in every report. A request that failed may have committed
 * something, too.
 */
export function noteOwnChanges(app: FastifyInstance, note: OnTouched): void {
  const gathered = new WeakMap<FastifyRequest, Set<number>>();
  // After the body was read, which goes on in the connection's own context.
  app.addHook('preHandler', (request, reply, done) => {
    const { raw } = reply;
    if (!mayChange(request) || raw.destroyed) return done();
    const contractors = new Set<number>();
    gathered.set(request, contractors);
    raw.once('close', () => touched.end());
    touched.begin(contractors, done);
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    const contractors = gathered.get(request);
    if (contractors === undefined) return payload;
    for (const one of concerned(request)) contractors.add(one);
    await note(contractors);
    return payload;
  });
}

const mayChange = ({ method, routeOptions }: FastifyRequest): boolean =>
  (method !== 'GET' && method !== 'HEAD') || routeOptions.config.changes === true;
