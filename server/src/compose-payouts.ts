import type { Logger } from 'pino';
import { queueEmail, type EmailDeps } from './domains/emails/index.ts';
import { fullNames } from './domains/identity/index.ts';
import {
  openPaper,
  payoutRoutes,
  payoutSchedules,
  Vault,
  type PayoutDeps,
} from './domains/payouts/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Keys } from './platform/crypto/keys.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import type { FileStore } from './platform/files/store.ts';
import type { Helpers } from './platform/helper/helpers.ts';
import type { Route } from './platform/http/route.ts';
import type { Schedule } from './platform/jobs/worker.ts';
import type { Renderer } from './platform/render/port.ts';

interface Edges {
  config: Config;
  database: OpenDatabase;
  clock: Clock;
  keys: Keys;
  files: FileStore;
  drawing: Renderer;
  helpers: Helpers;
  log: Logger;
}

/**
 * What our bank knows us by; without its settings a sandbox bank that no file should be sent to.
 */
export const senderOf = (config: Config) => ({
  destination: config.NACHA_DESTINATION,
  destinationName: config.NACHA_DESTINATION_NAME,
  origin: config.NACHA_ORIGIN,
  originName: config.NACHA_ORIGIN_NAME ?? config.BRAND_NAME,
  companyId: config.NACHA_COMPANY_ID,
  companyName: config.NACHA_COMPANY_NAME ?? config.BRAND_NAME,
});

/** What bank numbers, tax numbers and their files are sealed with. */
export const payoutVault = (keys: Keys, files: FileStore): Vault =>
  new Vault(keys.derive('payouts'), files);

/** Bank details, tax forms and payouts, on their edges. */
export function composePayouts(
  deps: Edges,
  mail: EmailDeps,
): { routes: Route[]; schedules: Schedule[] } {
  const { config, clock, keys, files, drawing } = deps;
  const domain = {
    db: deps.database.db,
    clock,
    queueMail: ((tx, request) => queueEmail(tx, mail, request)) satisfies PayoutDeps['queueMail'],
    drawing,
    uploads: deps.helpers.uploads,
    vault: payoutVault(keys, files),
    paper: openPaper(config),
    publicUrl: config.publicUrl,
    timeZone: config.BUSINESS_TIME_ZONE,
    log: deps.log,
    namesOf: fullNames,
    sender: senderOf(config),
    description: config.NACHA_DESCRIPTION,
  };
  return { routes: payoutRoutes(domain), schedules: payoutSchedules(domain) };
}
