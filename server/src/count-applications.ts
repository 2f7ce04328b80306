import { countLarge, countLargeKey } from './domains/applications/index.ts';
import { readConfig } from './platform/config.ts';
import { openBeside } from './platform/db/open-beside.ts';
import { errorOf } from './platform/errors.ts';
import { enqueue } from './platform/jobs/job.ts';

/**
 * `npm run count-applications`: has the applications of contractors with very many of them counted
 * by day anew, as every night. The server does it, or does it when it starts.
 */
try {
  const { db, close } = await openBeside(readConfig(process.env));
  try {
    await enqueue(db, countLarge, {}, { key: countLargeKey });
    process.stdout.write('The run is asked for.\n');
  } finally {
    await close();
  }
} catch (error) {
  console.error(errorOf(error).message);
  process.exitCode = 1;
}
