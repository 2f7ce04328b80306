import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CheckResult } from '@lintel/contract/setup/self-check';
import { selfCheck, type Subject } from './domains/setup/index.ts';
import { readConfig, type Config } from './platform/config.ts';
import { keyName, openKeys, type Keys } from './platform/crypto/keys.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import { openSecondConnection } from './platform/db/open-for-command.ts';
import { toError } from './platform/errors.ts';
import { createLogger } from './platform/logger.ts';
import { LiveConfig } from './platform/provider-settings/index.ts';
import { readEnvironment } from './platform/secret-files.ts';
import { buildOf } from './platform/version.ts';
import { openFiles } from './runtime.ts';

/**
 * `npm run doctor [-- --json]`: checks everything that the product depends on, whether the server
 * runs or not, and even when the database is down. Exits with 0 when all is well, 1 for warnings,
 * and 2 for failures.
 */
const env = readEnvironmentOrExit();
const asJson = process.argv.includes('--json');
const started = await openAll();
try {
  const results = await selfCheck(started.subject);
  process.stdout.write(asJson ? `${JSON.stringify(report(results))}\n` : lines(results));
  const worst = new Set(results.map(({ status }) => status));
  process.exitCode = worst.has('fail') ? 2 : worst.has('warn') ? 1 : 0;
} finally {
  await started.close();
}
// A connection that hangs doesn't keep the command from ending.
setTimeout(() => process.exit(), 2000).unref();

function readEnvironmentOrExit() {
  try {
    const unknown = process.argv.slice(2).find((word) => word !== '--json');
    if (unknown !== undefined) throw new Error(`Unknown argument for npm run doctor: ${unknown}`);
    const values = readEnvironment();
    readConfig(values);
    return values;
  } catch (error) {
    console.error(toError(error).message);
    process.exit(2);
  }
}

/** Opens what can be opened; the rest is an error for the checks to report. */
async function openAll(): Promise<{ subject: Subject; close(): Promise<void> }> {
  const config = readConfig(env);
  const keys = await orError(openExistingKeys(config));
  const files = await orError(openExistingFiles(config));
  const database = await orError(openSecondConnection(config));
  const appFolder = fileURLToPath(new URL('../../', import.meta.url));
  const isOpen = !(database instanceof Error);
  const live = isOpen && !(keys instanceof Error) ? await readLive(database, keys) : config;
  return {
    subject: { config: live, keys, files, database, appFolder },
    close: async () => {
      if (isOpen) await Promise.race([database.close(), sleep(5000, undefined, { ref: false })]);
    },
  };
}

function orError<Value>(opening: Promise<Value>): Promise<Value | Error> {
  return opening.catch((error: unknown) => toError(error));
}

/** Unlike a start, this never creates a key. */
async function openExistingKeys({ ENCRYPTION_KEY, DATA_DIR }: Config): Promise<Keys> {
  if (ENCRYPTION_KEY === undefined && !existsSync(join(DATA_DIR, keyName)))
    throw new Error(`ENCRYPTION_KEY isn't set, and ${DATA_DIR} has no ${keyName}`);
  return openKeys({ encryptionKey: ENCRYPTION_KEY, dataDir: DATA_DIR });
}

async function openExistingFiles(config: Config) {
  if (config.S3_BUCKET === undefined && !existsSync(config.DATA_DIR))
    throw new Error(`${config.DATA_DIR} doesn't exist`);
  return openFiles(config);
}

/** The settings with those of the portal, when the database answers. */
async function readLive({ db }: OpenDatabase, keys: Keys): Promise<Config> {
  const log = createLogger({ ...readConfig(env), LOG_LEVEL: 'silent' });
  const live = new LiveConfig({ env, db, keys, log });
  // The database check reports why it doesn't answer.
  await Promise.race([live.refresh().catch(() => {}), sleep(5000, undefined, { ref: false })]);
  return live.config;
}

function report(results: CheckResult[]) {
  const { version, commit = null } = buildOf(readConfig(env));
  return { at: new Date().toISOString(), version, commit, results };
}

function lines(results: CheckResult[]): string {
  return results
    .map(({ status, label, found, advice }) => {
      const line = `${status.padEnd(7)}  ${label}: ${found}\n`;
      return advice === '' ? line : `${line}         → ${advice}\n`;
    })
    .join('');
}
