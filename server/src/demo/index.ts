import { join } from 'node:path';
import type { Context } from '../platform/context.ts';
import { showsOutbox } from '../domains/messaging/index.ts';
import type { Config } from '../platform/config.ts';
import { isEmpty, seedAccounts } from './accounts.ts';
import { seedApplications } from './applications.ts';
import { seedBilling } from './billing.ts';
import { deleteQueued } from './billing-world.ts';
import { seedCommissions } from './commissions.ts';
import { seedCustomers } from './customers.ts';
import { seedDocuments } from './documents.ts';
import { seedEmails } from './emails.ts';
import { seedLeads } from './leads.ts';
import { seedDeskApplications } from './lender-desk.ts';
import { seedLinks } from './links.ts';
import { seedProvider } from './provider.ts';
import { seedPages } from './pages.ts';
import { seedPayouts } from './payouts.ts';
import { seedTraining } from './training.ts';
import { demoApps, demoContractors, demoPassword, deskLender, staff, teamUser } from './people.ts';

/**
 * Seeds the demo data, all or nothing, if the database has no account yet. `assets`: the folder of
 * the server's own files.
 */
export async function seedDemo(outside: Context, assets: string): Promise<void> {
  const { clock, config, files, helpers, keys } = outside;
  if (!(await isEmpty(outside.db))) return;
  const now = clock.now();
  await outside.db.transaction(async (db) => {
    // Nothing listens to its events, so that the past sends no messages.
    const context = { ...outside, db };
    await seedAccounts(db, now, keys);
    await seedLeads(db, now);
    await seedEmails(db, now);
    await seedPages({ db, clock, files, helpers });
    const own = { email: 'pro@demo.test', phone: '3035550110' };
    await seedProvider(db, now);
    await seedApplications(context, {
      pageNames: ['summit-roofing', 'summit-solar', 'summit-windows'],
      count: 130,
      now,
      own,
    });
    await seedApplications(context, { pageNames: ['oak-and-iron'], count: 14, now });
    await seedApplications(context, { pageNames: ['harborlight'], count: 6, now });
    await seedDeskApplications(db);
    await seedLinks(db, now);
    await seedCustomers(db, now);
    await seedDocuments({ db, now, config, keys });
    await seedBilling(context);
    await seedCommissions(context);
    await seedPayouts(context);
    await deleteQueued(db);
    await seedTraining(context, join(assets, 'training'));
  });
  // The planner has no statistics on rows that were just loaded.
  await outside.database.pool.query('analyze');
}

/** The console lines on how to sign in. */
export function demoLines(config: Config, url: string): string[] {
  const emails = [
    ...staff.map(({ email }) => email),
    ...demoContractors.map(({ owner }) => owner.email),
    teamUser.email,
    deskLender.person.email,
  ];
  const accounts = emails.map((email) => {
    const app = demoApps.find((one) => one.email === email);
    return `    ${email}${app === undefined ? '' : `   authenticator app ${app.appSecret}`}`;
  });
  return [
    `  Accounts (password ${demoPassword})`,
    ...accounts,
    ...(showsOutbox(config) ? [`  What the apps show    ${url}/outbox`] : []),
  ];
}

export { demoApps };
