import { retentionSources } from './app.ts';
import { countAllDue, runKey, runRetention } from './domains/privacy/index.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openSecondConnection } from './platform/db/open-for-command.ts';
import { toError } from './platform/errors.ts';
import { enqueue } from './platform/jobs/job.ts';
import { readEnvironment } from './platform/secret-files.ts';

/**
 * `npm run retention -- --dry`: lists what the nightly run would delete now, without changes.
 * Without `--dry`, queues a run: the server does it now, or when it starts.
 */
const commandArgs = process.argv.slice(2);
try {
  const unknown = commandArgs.find((word) => word !== '--dry');
  if (unknown !== undefined) throw new Error(`Unknown argument for npm run retention: ${unknown}`);
  const { db, close } = await openSecondConnection(readConfig(readEnvironment()));
  try {
    if (commandArgs.includes('--dry')) {
      const parts = await countAllDue({
        db,
        clock: systemClock,
        retentionSources: retentionSources(),
      });
      for (const { name, count } of parts)
        process.stdout.write(`${String(count).padStart(9)}  ${name}\n`);
    } else {
      await enqueue(db, runRetention, {}, { key: runKey });
      process.stdout.write('The run is queued. Its results will appear in Settings → Retention.\n');
    }
  } finally {
    await close();
  }
} catch (error) {
  console.error(toError(error).message);
  process.exitCode = 1;
}
