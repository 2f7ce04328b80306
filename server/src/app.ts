import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '@lintel/contract/all';
import { speakPlainly } from '@lintel/contract/core/plain-words';
import type { EmailDeps } from './domains/emails/index.ts';
import {
  AccessTokens,
  AccountLinks,
  identityJobs,
  identityRoutes,
  identitySchedules,
  KnownDevices,
  sessionReader,
} from './domains/identity/index.ts';
import { publicPageRoutes } from './domains/pages/index.ts';
import { brandOf } from './platform/brand.ts';
import { registerRoutes } from './platform/http/register.ts';
import { onJob } from './platform/jobs/job.ts';
import { CallCounter } from './platform/limits/counter.ts';
import { IdempotencyKeys } from './platform/idempotency/keys.ts';
import { sweepKeys } from './platform/idempotency/sweep-jobs.ts';
import { sweepCounters } from './platform/limits/sweep-jobs.ts';
import type { AppDeps } from './compose-deps.ts';
import { composeApplications } from './compose-applications.ts';
import { composeEmails } from './compose-emails.ts';
import { composeFiles } from './compose-files.ts';
import { composeLeads } from './compose-leads.ts';
import { composeMaterials } from './compose-materials.ts';
import { composeMoney } from './compose-money.ts';
import { joined } from './compose-part.ts';
import { composeSettings } from './compose-settings.ts';
import { composeTraining } from './compose-training.ts';
import { composeWidgets } from './compose-widgets.ts';

export type { AppDeps } from './compose-deps.ts';

/**
 * The domains, composed: their routes, their jobs, and the guards that every route stands behind.
 */
export function composeDomains(deps: AppDeps) {
  const { config, clock, keys } = deps;
  const { db, pool } = deps.database;
  const counter = new CallCounter(db, clock);
  const tokens = new AccessTokens(keys.derive('access cookie'), clock);
  const mail = mailOf(deps);
  const emails = composeEmails(deps, mail, counter);
  const widgets = composeWidgets(deps, mail, counter);
  const links = new AccountLinks(keys.derive('account link'), clock, config.publicUrl);
  const devices = new KnownDevices(keys.derive('known device'), clock);
  const identity = {
    db,
    clock,
    counter,
    tokens,
    devices,
    mail,
    links,
    secureCookies: config.publicUrl.startsWith('https:'),
  };
  const money = composeMoney(deps, mail, identity);
  const idempotency = { keys: new IdempotencyKeys(db, clock), secret: keys.derive('idempotency') };
  const whole = joined([
    {
      routes: identityRoutes(identity),
      jobs: identityJobs(identity),
      schedules: identitySchedules(identity),
    },
    ...money.parts,
    composeApplications(deps, mail),
    widgets,
    composeMaterials(deps),
    { routes: composeSettings(db, clock) },
    composeLeads(deps, mail),
    composeTraining(deps, mail),
    composeFiles(deps),
    emails,
    {
      schedules: [
        { pattern: '17 * * * *', handler: onJob(sweepCounters, () => counter.sweep()) },
        { pattern: '27 * * * *', handler: onJob(sweepKeys, () => idempotency.keys.sweep()) },
      ],
    },
  ]);
  const guards = {
    publicUrl: config.publicUrl,
    sessions: sessionReader(pool, tokens, clock),
    counter,
    idempotency,
  };
  return { ...whole, guards, pages: emails.pages, bank: money.bank, embeds: widgets.embeds };
}

const mailOf = ({ clock, keys, config }: AppDeps): EmailDeps => ({
  clock,
  mailKey: keys.derive('mail payload'),
  mailDomain: config.mailFrom.address.split('@').at(-1) ?? 'localhost',
});
export type ComposedDomains = ReturnType<typeof composeDomains>;

/** Registers the API below `/api/v1` and the public pages. */
export async function registerDomains(
  app: FastifyInstance,
  deps: AppDeps,
  composed: ComposedDomains,
): Promise<void> {
  speakPlainly();
  await app.register(
    (api, _options, done) => {
      registerRoutes(api, allEndpoints, composed.routes, composed.guards);
      done();
    },
    { prefix: '/api/v1' },
  );
  await app.register(composed.pages);
  await app.register(composed.bank);
  await app.register(composed.embeds);
  await app.register(
    publicPageRoutes({
      db: deps.database.db,
      publicUrl: deps.config.publicUrl,
      renderer: deps.renderer,
      brand: brandOf(deps.config),
      clientFolder: join(deps.appFolder, 'homeowner/dist/client'),
    }),
  );
}
