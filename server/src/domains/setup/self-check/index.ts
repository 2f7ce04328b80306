import type { CheckName, CheckResult, SelfCheckReport } from '@lintel/contract/setup/self-check';
import type { Context } from '../../../platform/context.ts';
import { buildOf } from '../../../platform/version.ts';
import { runChecks, type Check, type Subject } from './check.ts';
import { encryptionKey, lenders, messages, storage } from './data-checks.ts';
import { clock, database, jobs, migrations } from './database-checks.ts';
import { advisories, certificate, disk, nodeCheck } from './machine-checks.ts';
import { mail, payments, texts } from './provider-checks.ts';
import { writeReport } from './repository.ts';

export { readReport } from './repository.ts';
export type { Subject } from './check.ts';

const all: Readonly<Record<CheckName, Check>> = {
  database,
  migrations,
  'encryption-key': encryptionKey,
  jobs,
  messages,
  storage,
  mail,
  texts,
  payments,
  lenders,
  clock,
  disk,
  certificate,
  advisories,
  node: nodeCheck(process.versions.node),
};

/** Checks everything that the product depends on, within ten seconds. */
export const selfCheck = (subject: Subject): Promise<CheckResult[]> => runChecks(subject, all);

/** Checks with the connections of this process, and stores the report for others to see. */
export async function checkAndStore(context: Context, userId: number): Promise<SelfCheckReport> {
  const { config, clock, database, db, keys, files, appFolder } = context;
  const subject = { config, database: { pool: database.pool, db }, keys, files, appFolder };
  const results = await selfCheck(subject);
  const at = clock.now();
  const { version, commit = null } = buildOf(config);
  const report = { at: at.toISOString(), version, commit, results };
  await writeReport(db, { value: report, userId, at });
  return report;
}
