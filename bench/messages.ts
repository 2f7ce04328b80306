import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { consentRetention } from '../server/src/domains/applications/consents/person.ts';
import { linkRetention } from '../server/src/domains/links/retention.ts';
import { messageRetention } from '../server/src/domains/messaging/queue/index.ts';
import { openDatabase } from '../server/src/platform/db/connect.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded/launcher.ts';
import { migrateDatabase } from '../server/src/platform/db/migrate.ts';
import { Events } from '../server/src/platform/events.ts';
import { measureConcurrent, measureAlternating, timed } from './measure.ts';
import { ids, load } from './messages-data.ts';
import { contractorQuestions } from './messages-contractor.ts';
import { jobQuestions, personQuestions } from './messages-people.ts';
import { staffMessageQuestions } from './messages-staff.ts';
import type { Question } from './questions.ts';

/**
 * `npx tsx bench/messages.ts [--rows 10000000] [--contractors 20000] [--large 1000000] [--only
 * staff]`: measures texts, e-mails, consents, links, and opt-outs in a separate database. Each
 * query alternates between the product and hand-written statements (the rows and their count), then
 * runs with 50 concurrent clients; CPU time per call is the same on a busy machine. Then the
 * nightly selection of expired records. `--keep folder` keeps the rows there for the next run;
 * `--only staff,persons,large,usual,jobs,night` selects parts.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    contractors: { type: 'string', default: '20000' },
    large: { type: 'string', default: '1000000' },
    keep: { type: 'string' },
    only: { type: 'string', default: 'staff,persons,large,usual,jobs,night' },
  },
});
const rows = Number(values.rows);
const size = {
  rows,
  contractors: Number(values.contractors),
  large: Math.min(Number(values.large), rows / 2),
};
const parts = values.only.split(',');

class RolledBack extends Error {}
/** None of these records announces its anonymization. */
const { emit } = new Events();

const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'lintel-bench-')));
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
const database = openDatabase(postgres.connectionString, { max: 10 });
const { pool, db } = database;

try {
  await migrateDatabase(pool);
  const { rowCount: isLoaded } = await pool.query('select from messages limit 1');
  if (!isLoaded) await load(pool, size, (what) => console.log(`  ${what}`));
  const questions: Record<string, () => Promise<Question[]>> = {
    staff: async () => staffMessageQuestions(db, rows),
    persons: async () => personQuestions(db, rows),
    large: () => contractorQuestions(db, pool, ids.large),
    usual: () => contractorQuestions(db, pool, ids.usual),
    jobs: async () => jobQuestions(db),
  };
  for (const [part, make] of Object.entries(questions))
    if (parts.includes(part)) await measureAll(part, await make());
  if (parts.includes('night')) await measureNightlyJobs();
} finally {
  await database.close();
  await postgres.stop();
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
}

async function measureAll(title: string, questions: readonly Question[]): Promise<void> {
  console.log(
    `\n| ${title} | first asked | product | by hand | ratio | 50 callers, 95th percentile | processor, each call |`,
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const { name, ask, hand } of questions) {
    const first = await timed(ask);
    const measureHandWritten = async (): Promise<void> => {
      for (const statement of hand()) await pool.query(statement);
    };
    const [product = Number.NaN, floor = Number.NaN] = await measureAlternating([
      ask,
      measureHandWritten,
    ]);
    const { slow, each } = await measureConcurrent(pool, ask);
    const ms = [first, product, floor].map((time) => `${time.toFixed(1)} ms`);
    console.log(
      `| ${name} | ${ms.join(' | ')} | ${(product / floor).toFixed(2)} | ${slow.toFixed(0)} ms | ${each.toFixed(1)} ms |`,
    );
  }
}

/**
 * Counts the records that expire within a few nights and deletes a thousand of them, twice, because
 * the first run reads cold pages. Everything is rolled back.
 */
async function measureNightlyJobs(): Promise<void> {
  const now = new Date();
  const due = { before: new Date(now.getTime() - 365 * 86_400_000), now };
  console.log(
    '\n| night | due | counted | a thousand taken out, again |\n| --- | --- | --- | --- |',
  );
  for (const source of [messageRetention, consentRetention, linkRetention]) {
    let count = 0;
    const counted = await timed(async () => (count = await source.countDue(db, due)));
    const taken: string[] = [];
    for (let turn = 0; turn < 2; turn += 1)
      await db
        .transaction(async (tx) => {
          const time = await timed(() => source.anonymise(tx, { ...due, limit: 1000 }, emit));
          taken.push(`${time.toFixed(0)} ms`);
          throw new RolledBack();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
    console.log(`| ${source.name} | ${count} | ${counted.toFixed(0)} ms | ${taken.join(', ')} |`);
  }
}
