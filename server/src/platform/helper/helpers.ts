import type { Logger } from 'pino';
import type { Later } from './bounds.ts';
import { HelperPool } from './pool.ts';

/**
 * The processes that read what people upload and write. What is drawn has its own, in the renderer.
 */
export interface Helpers {
  /** Uploaded files: whoever sends many of them waits behind nobody but others who do. */
  uploads: HelperPool;
  /** Templates and texts that staff write, and the messages that are made of them. */
  templates: HelperPool;
  close(): void;
}

const megabyte = 1024 * 1024;
const common = { size: 2, waiting: 40, idle: 60_000 };

/** No process is started before it is needed. */
export function openHelpers(log: Logger, later?: Later): Helpers {
  const options = { ...common, log, ...(later && { later }) };
  const uploads = new HelperPool({
    ...options,
    bounds: { time: 3000, memory: 700 * megabyte, patience: 20_000 },
  });
  const templates = new HelperPool({
    ...options,
    bounds: { time: 2500, memory: 400 * megabyte, patience: 20_000 },
  });
  return {
    uploads,
    templates,
    close() {
      uploads.close();
      templates.close();
    },
  };
}
