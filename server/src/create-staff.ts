import { createInterface } from 'node:readline/promises';
import { createStaffAccount } from './domains/identity/index.ts';
import { readConfig } from './platform/config.ts';
import { toError } from './platform/errors.ts';
import { createLogger } from './platform/logger.ts';
import { readEnvironment } from './platform/secret-files.ts';
import { openRuntime } from './runtime.ts';

/**
 * `npm run create-staff -- <e-mail> <first name> <last name>`: creates the first account of an
 * installation without demo data.
 */
const [email = '', firstname = '', lastname = ''] = process.argv.slice(2);
const env = readEnvironment();
const config = readConfig(env);
const log = createLogger({ ...config, LOG_LEVEL: 'error' });
const { database, clock } = await openRuntime(env, log);
const terminal = createInterface({ input: process.stdin, output: process.stderr });
try {
  const password = await terminal.question(
    'Password (8 to 32 characters, with a lowercase letter, an uppercase letter, and a digit): ',
  );
  await createStaffAccount(
    { db: database.db, clock, config, log },
    { email, firstname, lastname, password },
  );
  console.error(`${email} can now sign in with every privilege.`);
} catch (error) {
  console.error(toError(error).message);
  process.exitCode = 1;
} finally {
  terminal.close();
  await database.close();
}
