import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { sandboxNetwork } from './domains/applications/index.ts';
import { openGateway } from './domains/billing/index.ts';
import { carryPush, ensureBuiltInEmails, openTexts } from './domains/messaging/index.ts';
import { hasContractors } from './domains/contractors/index.ts';
import { ensureBuiltInRoles } from './domains/identity/index.ts';
import { ensureBuiltInTexts } from './domains/legal/index.ts';
import { ensureEnvironmentLender } from './domains/lenders/index.ts';
import { ensureBuiltInTemplates } from './domains/marketing/index.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig, type Config } from './platform/config.ts';
import { openKeys } from './platform/crypto/keys.ts';
import { openDatabase, type Database, type OpenDatabase } from './platform/db/connect.ts';
import { Notices } from './platform/db/notices.ts';
import { oneProcessAtATime, migrateDatabase } from './platform/db/migrate.ts';
import { StatementWatch } from './platform/db/statements.ts';
import {
  missingTransport,
  outboxTransport,
  type MailTransport,
} from './platform/mail/transport.ts';
import { decideOpening, LiveConfig } from './platform/provider-settings/index.ts';
import { closedTransport, readOnlyStore } from './platform/rehearsal.ts';
import type { Ports } from './platform/context.ts';
import { startEmbeddedPostgres } from './platform/db/embedded/launcher.ts';
import { diskStore } from './platform/files/disk-store.ts';
import { s3Store } from './platform/files/s3-store.ts';
import type { FileStore } from './platform/files/store.ts';

/** Opens the configured ports: database (migrated), keys, files, lenders, e-mail. */
export async function openRuntime(
  env: NodeJS.ProcessEnv,
  log: Logger,
): Promise<Omit<Ports, 'renderer' | 'drawing' | 'helpers' | 'embeds' | 'appFolder'>> {
  const started = readConfig(env);
  const database = await openConfiguredDatabase(started, log);
  try {
    const { pool } = database.apart(3);
    const { db } = database;
    const keys = await openKeys({
      encryptionKey: started.ENCRYPTION_KEY,
      dataDir: started.DATA_DIR,
    });
    const liveConfig = new LiveConfig({ env, db, keys, log });
    const { config } = liveConfig;
    await oneProcessAtATime(pool, async () => {
      await migrateDatabase(pool);
      await decideOpening(db, started, {
        hasContractors: () => hasContractors(db),
        at: systemClock.now(),
      });
      await liveConfig.refresh();
      await ensureBuiltIns(db, config);
    });
    const stored = await openFiles(config);
    const files = isRehearsal(config) ? readOnlyStore(stored) : stored;
    const lenders = sandboxNetwork(database.db, systemClock);
    const outside = await openProviders(liveConfig, { db, clock: systemClock, keys });
    const notices = new Notices(database, {
      onTrouble: (error) => log.warn({ err: error }, 'no notices from other processes'),
    });
    return {
      config,
      liveConfig,
      notices,
      database: {
        ...database,
        close: async () => {
          await liveConfig.close();
          notices.close();
          await database.close();
        },
      },
      clock: systemClock,
      keys,
      files,
      lenders,
      ...outside,
      push: carryPush,
      log,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The providers that are called with the settings as they are at that time. */
export async function openProviders(
  live: LiveConfig,
  { db, clock, keys }: Pick<Ports, 'clock' | 'keys'> & { db: Database },
): Promise<Pick<Ports, 'gateway' | 'transport' | 'texts'>> {
  const gateway = await live.adapter(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'], (config) =>
    openGateway(config, { db, clock, keys }),
  );
  const transport = await live.adapter(['SMTP_URL', 'SMTP_TLS'], openTransport, (replaced) =>
    replaced.close(),
  );
  const texts = await live.adapter(
    ['SMS_PROVIDER', 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
    (config) => ({ provider: isRehearsal(config) ? null : openTexts(config) }),
  );
  return { gateway, transport, texts: () => texts.provider };
}

/** Migrates the schema and creates built-in records. */
export async function prepareDatabase(
  { pool, db }: Pick<OpenDatabase, 'pool' | 'db'>,
  config: BuiltInConfig,
): Promise<void> {
  await migrateDatabase(pool);
  await ensureBuiltIns(db, config);
}

type BuiltInConfig = Pick<Config, 'BUSINESS_TIME_ZONE' | 'LENDER_NETWORK' | 'LENDER_URL'>;

async function ensureBuiltIns(db: Database, config: BuiltInConfig): Promise<void> {
  const now = systemClock.now();
  await ensureBuiltInRoles(db);
  await ensureBuiltInEmails(db, { now });
  await ensureBuiltInTemplates(db, now);
  await ensureBuiltInTexts(db, { now, timeZone: config.BUSINESS_TIME_ZONE });
  await ensureEnvironmentLender(db, config, now);
}

const isRehearsal = ({ RESTORE_REHEARSAL }: Config): boolean => RESTORE_REHEARSAL === '1';

async function openTransport(config: Config): Promise<MailTransport> {
  if (isRehearsal(config)) return closedTransport;
  const { SMTP_URL, SMTP_TLS } = config;
  if (SMTP_URL === undefined)
    return config.NODE_ENV === 'production' ? missingTransport : outboxTransport;
  const { smtpTransport } = await import('./platform/mail/smtp.ts');
  return smtpTransport(SMTP_URL, SMTP_TLS);
}

/** The configured database, or the embedded one. */
async function openConfiguredDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  const onError = (error: Error): void =>
    logger.warn({ err: error }, 'idle database connection ended');
  const statements = new StatementWatch({ slowMs: config.SLOW_STATEMENT_MS, log: logger });
  const options = { onError, statements };
  if (config.DATABASE_URL)
    return openDatabase(config.DATABASE_URL, {
      direct: config.DATABASE_DIRECT_URL,
      replica: createReplica(config, logger),
      ...options,
    });
  const server = await startEmbeddedPostgres({
    dataDir: config.DATA_DIR,
    log: (line) => logger.debug({ line }, 'postgres'),
    onTrouble: (message) => logger.error(message),
  });
  const database = openDatabase(server.connectionString, options);
  return {
    ...database,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
}

/** Only web processes read reports. */
function createReplica(config: Config, log: Logger) {
  const { DATABASE_REPLICA_URL: address } = config;
  const isRead = address !== undefined && config.ROLE !== 'worker';
  return isRead ? { address, log } : undefined;
}

/** The configured file store: a bucket, or a folder in `DATA_DIR`. */
export async function openFiles(config: Config): Promise<FileStore> {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config;
  if (bucket === undefined) {
    const folder = join(config.DATA_DIR, 'files');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // An earlier release may have made it readable for others.
    await chmod(folder, 0o700);
    return diskStore(folder);
  }
  return s3Store({
    bucket,
    region: config.S3_REGION,
    endpoint: config.S3_ENDPOINT,
    keys: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    pathStyle: config.S3_PATH_STYLE === '1',
  });
}
