import { rebuildDailyCounts } from './domains/applications/index.ts';
import { readConfig } from './platform/config.ts';
import { openSecondConnection } from './platform/db/open-for-command.ts';
import { toError } from './platform/errors.ts';
import { readEnvironment } from './platform/secret-files.ts';

/**
 * `npm run daily-counts`: rebuilds the daily counts of large contractors from their applications
 * and offers, and prints how many were wrong. The server can keep running.
 */
try {
  const { db, close } = await openSecondConnection(readConfig(readEnvironment()));
  try {
    const { contractors, corrected } = await rebuildDailyCounts(db);
    process.stdout.write(`${contractors} contractors, ${corrected} counts corrected\n`);
  } finally {
    await close();
  }
} catch (error) {
  console.error(toError(error).message);
  process.exitCode = 1;
}
