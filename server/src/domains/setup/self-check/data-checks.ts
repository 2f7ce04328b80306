import { randomUUID } from 'node:crypto';
import { selectSettings, valueOf } from '../../../platform/provider-settings/index.ts';
import { opensApps } from '../../identity/index.ts';
import { selectCurrentLenders } from '../../lenders/index.ts';
import { countUnsent } from '../../messaging/index.ts';
import { ok, reasonOf, runbook, skipped, type Check } from './check.ts';
import { withDatabase } from './database-checks.ts';

export const encryptionKey = withDatabase(async ({ db }, { keys }) => {
  const advice = `Set the ENCRYPTION_KEY that this database was used with. ${runbook('the-encryption-key-doesnt-fit')}`;
  if (keys instanceof Error) return { status: 'fail', found: reasonOf(keys), advice };
  const secrets = (await selectSettings(db)).filter(({ sealed }) => sealed !== null);
  const apps = await opensApps(db, keys);
  if (apps === false || secrets.some((row) => valueOf(keys, row) === null))
    return {
      status: 'fail',
      found: "Encrypted values in the database can't be read with this key",
      advice,
    };
  if (secrets.length === 0 && apps === null)
    return ok('The database has no encrypted settings or authenticator apps yet');
  return ok('The key opens what is encrypted in the database');
});

export const messages = withDatabase(async ({ db }) => {
  const { queued, failed } = await countUnsent(db);
  const found = `${queued} waiting to be sent, ${failed} failed`;
  if (failed === 0) return ok(found);
  return {
    status: 'warn',
    found,
    advice: `Look at Manage > E-mails, solve the cause, and send them again. ${runbook('lintelmailwaits')}`,
  };
});

export const storage: Check = async ({ files, config }) => {
  const advice = `Check S3_* or the permissions and space of DATA_DIR. ${runbook('files-cant-be-stored')}`;
  if (files instanceof Error) return { status: 'fail', found: reasonOf(files), advice };
  if (config.RESTORE_REHEARSAL === '1') return skipped('A restore rehearsal stores no files.');
  const where = config.S3_BUCKET === undefined ? 'DATA_DIR/files' : 'The bucket';
  const key = `self-check/${randomUUID()}`;
  const content = Buffer.from(key);
  try {
    await files.write(key, content);
    const read = await files.read(key);
    await files.remove(key);
    if (read === null || !content.equals(read))
      return { status: 'fail', found: `${where} returned other content than was stored`, advice };
    return ok(`${where} stores, returns, and deletes files`);
  } catch (error) {
    return { status: 'fail', found: `${where} doesn't work: ${reasonOf(error)}`, advice };
  }
};

export const lenders = withDatabase(async ({ db }) => {
  const all = await selectCurrentLenders(db);
  const active = all.filter(({ pausedAt }) => pausedAt === null);
  const failing = active.filter(({ failingSince }) => failingSince !== null);
  if (all.length === 0)
    return {
      status: 'warn',
      found: 'There are no lenders',
      advice: 'Add one under Manage > Lenders.',
    };
  const found = `${active.length} active, ${all.length - active.length} paused`;
  if (failing.length === 0) return ok(found);
  return {
    status: failing.length === active.length ? 'fail' : 'warn',
    found: `${found}; failing: ${failing.map(({ name }) => name).join(', ')}`,
    advice: `Look at Manage > Lenders. ${runbook('a-lender-doesnt-respond')}`,
  };
});
