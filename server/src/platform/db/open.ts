import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { openDatabase, type OpenDatabase } from './connect.ts';
import { startEmbeddedPostgres } from './embedded/launcher.ts';

/** The database that the settings name, or the embedded one. */
export async function openConfiguredDatabase(
  config: Config,
  logger: Logger,
): Promise<OpenDatabase> {
  const onError = (error: Error): void =>
    logger.warn({ err: error }, 'idle database connection ended');
  if (config.DATABASE_URL) return openDatabase(config.DATABASE_URL, { onError });
  const server = await startEmbeddedPostgres({
    dataDir: config.DATA_DIR,
    log: (line) => logger.debug({ line }, 'postgres'),
    onTrouble: (message) => logger.error(message),
  });
  const database = openDatabase(server.connectionString, { onError });
  return {
    ...database,
    close: async () => {
      await database.close();
      await server.stop();
    },
  };
}
