import type { Config } from '../../platform/config.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { Context } from '../../platform/context.ts';
import type { Part } from '../../platform/part.ts';
import { notify, type MessagingDeps } from '../messaging/index.ts';
import { fullNames, staffHolding } from '../identity/index.ts';
import type { PayoutDeps } from './deps.ts';
import { payoutListeners } from './examine.ts';
import { payoutSchedules } from './jobs.ts';
import { openPaper } from './w9/paper/open-paper.ts';
import { payoutData } from './own-data.ts';
import { payoutRoutes } from './routes.ts';
import type { RunDeps } from './runs/file.ts';
import { Vault } from './vault.ts';
import { w9Files } from './w9/repository.ts';
import type { W9RouteDeps } from './w9/routes.ts';

export { payoutListeners } from './examine.ts';
export { isToPrepare } from './payout-repository.ts';
export { countReleasable } from './reads.ts';
export { taxFormRetention } from './w9/retention.ts';
export { openPaper } from './w9/paper/open-paper.ts';

/**
 * Our identification at the bank; without settings, a sandbox bank to which no file should be sent.
 */
export const senderOf = (config: Config): RunDeps['sender'] => ({
  destination: config.NACHA_DESTINATION,
  destinationName: config.NACHA_DESTINATION_NAME,
  origin: config.NACHA_ORIGIN,
  originName: config.NACHA_ORIGIN_NAME ?? config.BRAND_NAME,
  companyId: config.NACHA_COMPANY_ID,
  companyName: config.NACHA_COMPANY_NAME ?? config.BRAND_NAME,
});

/** The vault that encrypts bank numbers, tax numbers, and their files. */
export const payoutVault = (keys: Keys, files: FileStore): Vault =>
  new Vault(keys.derive('payouts'), files);

/** Staff who can prepare runs and release others' runs. */
export const payersOf: PayoutDeps['payersOf'] = (db) =>
  staffHolding(db, { resource: 'payouts', code: 'manage_access' });

interface Deps extends Pick<
  Context,
  'config' | 'database' | 'clock' | 'keys' | 'files' | 'drawing' | 'helpers' | 'log'
> {
  messaging: MessagingDeps;
}

/** Bank details, tax forms, and payouts. */
export function part(deps: Deps): Part {
  const { config, database, clock, keys, files, drawing, helpers, log, messaging } = deps;
  const domain: RunDeps & W9RouteDeps = {
    db: database.db,
    clock,
    queueMail: (tx, request) => notify(tx, messaging, request),
    drawing,
    uploads: helpers.uploads,
    vault: payoutVault(keys, files),
    paper: openPaper(config),
    publicUrl: config.publicUrl,
    timeZone: config.BUSINESS_TIME_ZONE,
    log,
    namesOf: fullNames,
    payersOf,
    sender: senderOf(config),
    description: config.NACHA_DESCRIPTION,
  };
  return {
    routes: payoutRoutes(domain),
    schedules: payoutSchedules(domain),
    files: [w9Files],
    ownData: payoutData(domain),
    listeners: payoutListeners(domain),
  };
}
