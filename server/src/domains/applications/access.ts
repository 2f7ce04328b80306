import { lookupOf } from '../../platform/crypto/contractor-secrets.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import type { HomeownerMessages } from './homeowner-news.ts';
import type { Tell } from './news.ts';
import * as repository from './repository.ts';
import * as secrets from './secret-repository.ts';

export interface IntakeDeps {
  db: Database;
  clock: Clock;
  tell: Tell;
  homeowner: HomeownerMessages;
}

export type Reading = Pick<IntakeDeps, 'db' | 'clock'>;

/**
 * What a secret of an application may do. `open`: everything. `barred`: nothing, because someone
 * else typed the same e-mail and phone, and no one has proven to own them yet. `confirm`: the owner
 * has opened the link sent to them and says first whether the answers are right.
 */
export type Access = 'open' | 'barred' | 'confirm';

export function accessOf({ application, isByLink }: secrets.OpenedApplication): Access {
  if (application.contestedAt === null) return 'open';
  // Links are only kept when they were opened after the application was contested.
  if (!isByLink) return 'barred';
  return application.confirmedAt === null ? 'confirm' : 'open';
}

/**
 * The application with its offers; `not_found` for a secret that opens none, `application_closed`
 * for one that is contested (`accessOf`).
 */
export async function readByToken({ db, clock }: Reading, token: string) {
  const opened = await openByToken({ db, clock }, token);
  requireAccess(accessOf(opened), 'open');
  const { application } = opened;
  return { application, offers: await repository.selectOffers(db, application) };
}

/** What a secret opens, whatever it may do with it; `not_found` for a secret that opens nothing. */
export async function openByToken(
  { db, clock }: Reading,
  token: string,
): Promise<secrets.OpenedApplication> {
  const opened = await secrets.findByToken(db, lookupOf(token), clock.now());
  if (opened === undefined) throw new AppError('not_found');
  return opened;
}

/**
 * The application that the secret opens, locked until the transaction ends; `not_found` for a
 * secret that opens none, `application_closed` for one that may not do anything now. `confirm`: the
 * call is for an owner who has not confirmed the answers yet, too.
 */
export async function lockByToken(
  tx: Database,
  token: string,
  now: Date,
  needs: 'open' | 'confirm' = 'open',
): Promise<repository.Application> {
  const found = await secrets.findByToken(tx, lookupOf(token), now);
  const locked = found && (await repository.lockApplication(tx, found.application));
  // The secret may have ended, and the application may have been contested, before the lock.
  const still = locked && (await secrets.findByToken(tx, lookupOf(token), now));
  if (still === undefined) throw new AppError('not_found');
  requireAccess(accessOf(still), needs);
  return still.application;
}

function requireAccess(access: Access, needs: 'open' | 'confirm'): void {
  if (access === 'open' || (access === 'confirm' && needs === 'confirm')) return;
  throw new AppError('application_closed', {
    message: 'Please open the link that we sent you about this application first.',
  });
}
