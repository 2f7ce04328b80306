import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import * as repository from './repository.ts';
import { findByToken, type OpenedApplication } from './secrets.ts';

/**
 * What an application secret permits. `open`: everything. `barred`: nothing, because a second form
 * used the same e-mail and phone and neither sender has proven ownership yet. `confirm`: the owner
 * opened the link sent to them and has to confirm the answers first.
 */
export type Access = 'open' | 'barred' | 'confirm';

export function resolveAccess({ application, isByLink }: OpenedApplication): Access {
  if (application.contestedAt === null) return 'open';
  // Link secrets from before the contest are revoked, so this one is newer.
  if (!isByLink) return 'barred';
  return application.confirmedAt === null ? 'confirm' : 'open';
}

/**
 * Loads an application with its offers. Throws `not_found` for an unknown secret,
 * `application_closed` for a contested application (`accessOf`).
 */
export async function readByToken(context: Context, token: string) {
  const opened = await openByToken(context, token);
  requireAccess(resolveAccess(opened), 'open');
  const { application } = opened;
  return { application, offers: await repository.selectOffers(context.db, application) };
}

/** Loads what a secret opens, whatever its access. Throws `not_found` for an unknown secret. */
export async function openByToken(context: Context, token: string): Promise<OpenedApplication> {
  const opened = await findByToken(context.db, context, token);
  if (opened === undefined) throw new AppError('not_found');
  return opened;
}

/**
 * Loads an application by its secret and locks it until the transaction ends. Throws `not_found`
 * for an unknown secret, `application_closed` for a secret without access now. With `confirm`, an
 * owner who hasn't confirmed the answers yet also has access.
 */
export async function lockByToken(
  tx: Database,
  context: Pick<Context, 'clock' | 'keys'>,
  token: string,
  needs: 'open' | 'confirm' = 'open',
): Promise<repository.Application> {
  const found = await findByToken(tx, context, token);
  const locked = found && (await repository.lockApplication(tx, found.application));
  // The secret may have expired, or the application may have been contested, before the lock.
  const still = locked && (await findByToken(tx, context, token));
  if (still === undefined) throw new AppError('not_found');
  requireAccess(resolveAccess(still), needs);
  return still.application;
}

function requireAccess(access: Access, needs: 'open' | 'confirm'): void {
  if (access === 'open' || (access === 'confirm' && needs === 'confirm')) return;
  throw new AppError('application_closed', {
    message: 'Please open the link we sent you about this application first.',
  });
}
