import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyChain, type Anchor, type Verdict } from './platform/audit/verify.ts';
import { readConfig, type Config } from './platform/config.ts';
import { openDatabase, type OpenDatabase } from './platform/db/connect.ts';
import { lockFolder } from './platform/db/embedded/folder-lock.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/launcher.ts';
import { addressOf } from './platform/db/embedded/running.ts';
import { errorOf } from './platform/errors.ts';

/**
 * `npm run audit:verify [-- <entries>:<hash> …]`: whether the audit log is as it was written, while
 * the server runs or is stopped. What is given are lines `audit log` of the server's own log. Ends
 * with 0 when it is, 1 when something was changed, 2 when that could not be found out.
 */
try {
  const anchors = process.argv.slice(2).map(anchorOf);
  const database = await openForReading(readConfig(process.env));
  try {
    const verdict = await verifyChain(database.db, anchors);
    process.stdout.write(`${linesOf(verdict).join('\n')}\n`);
    process.exitCode = verdict.problems.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(errorOf(error).message);
  process.exitCode = 2;
}

function anchorOf(word: string): Anchor {
  const [, entries, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(word) ?? [];
  if (entries === undefined || hash === undefined)
    throw new Error(`${word} is not of the form <entries>:<hash>, as the server's log has it`);
  return { entries: Number(entries), hash };
}

/** The database of the settings; the embedded one as it runs, or started for this alone. */
async function openForReading({ DATABASE_URL, DATA_DIR }: Config): Promise<OpenDatabase> {
  if (DATABASE_URL !== undefined) return openDatabase(DATABASE_URL, { max: 2 });
  if (!existsSync(join(DATA_DIR, 'pg18')))
    throw new Error(`There is no embedded database in ${DATA_DIR}`);
  const lock = await lockFolder(DATA_DIR).catch(() => null);
  if (lock === null) return openDatabase(await runningAt(DATA_DIR), { max: 2 });
  await lock.release();
  const server = await startEmbeddedPostgres({ dataDir: DATA_DIR });
  const database = openDatabase(server.connectionString, { max: 2 });
  return {
    ...database,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
}

async function runningAt(dataDir: string): Promise<string> {
  const { host, port, user, password, database } = await addressOf(dataDir);
  const at = new URLSearchParams({ host, port: String(port) }).toString();
  return `postgres://${user}:${encodeURIComponent(password)}@/${database}?${at}`;
}

function counted(number: number): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? 'entry' : 'entries'}`;
}

function linesOf({ entries, until, head, waiting, problems }: Verdict): string[] {
  const newer =
    waiting === 0 ? [] : [`${counted(waiting)} not chained yet: the next sweep does that.`];
  if (problems.length > 0)
    return [`The audit log is NOT as it was written:`, ...problems, ...newer];
  if (until === null) return ['The audit log has no chained entries yet.', ...newer];
  return [
    `The audit log is intact: ${counted(entries)} up to ${until}.`,
    `It stands at ${entries}:${head}`,
    ...newer,
  ];
}
