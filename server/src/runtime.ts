import type { Logger } from 'pino';
import {
  sandboxNetwork,
  webhookNetwork,
  type LenderNetwork,
} from './domains/applications/index.ts';
import { openGateway } from './domains/billing/index.ts';
import { ensureBuiltInEmails } from './domains/emails/index.ts';
import { ensureBuiltInRoles } from './domains/identity/index.ts';
import { ensureBuiltInTemplates } from './domains/marketing/index.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openKeys } from './platform/crypto/keys.ts';
import type { Database, OpenDatabase } from './platform/db/connect.ts';
import { migrateDatabase } from './platform/db/migrate.ts';
import { openConfiguredDatabase } from './platform/db/open.ts';
import { inTurns } from './platform/db/take-turns.ts';
import { openFiles } from './platform/files/open.ts';
import { smtpTransport } from './platform/mail/smtp.ts';
import { outboxTransport } from './platform/mail/transport.ts';
import type { AppDeps } from './app.ts';

/** Everything of the settings' edges: database (migrated), keys, files, lenders, mail. */
export async function openRuntime(
  config: Config,
  logger: Logger,
): Promise<Omit<AppDeps, 'renderer' | 'drawing' | 'helpers' | 'embeds' | 'appFolder'>> {
  const database = await openConfiguredDatabase(config, logger);
  try {
    await inTurns(database.pool, () => prepareDatabase(database, config.mailFrom.address));
    const keys = await openKeys({ encryptionKey: config.ENCRYPTION_KEY, dataDir: config.DATA_DIR });
    const files = await openFiles(config);
    const lenders = lendersOf(config, database.db);
    const gateway = await openGateway(config, { db: database.db, clock: systemClock, keys });
    const transport =
      config.SMTP_URL === undefined
        ? outboxTransport
        : smtpTransport(config.SMTP_URL, config.SMTP_TLS);
    return {
      config,
      database,
      clock: systemClock,
      keys,
      files,
      lenders,
      gateway,
      transport,
      log: logger,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Schema and built-in records as this version needs them. `from` is the address that the built-in
 * e-mails come from.
 */
export async function prepareDatabase({ pool, db }: OpenDatabase, from: string): Promise<void> {
  await migrateDatabase(pool);
  await ensureBuiltInRoles(db);
  await ensureBuiltInEmails(db, { from, now: systemClock.now() });
  await ensureBuiltInTemplates(db, systemClock.now());
}

function lendersOf(config: Config, db: Database): LenderNetwork {
  const { LENDER_NETWORK, LENDER_URL, LENDER_WEBHOOK_SECRET } = config;
  if (LENDER_NETWORK === 'webhook' && LENDER_URL && LENDER_WEBHOOK_SECRET) {
    return webhookNetwork({ url: LENDER_URL, secret: LENDER_WEBHOOK_SECRET });
  }
  return sandboxNetwork(db, systemClock);
}
