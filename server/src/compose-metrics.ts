import type { Registry } from 'prom-client';
import { countUnsent } from './domains/emails/index.ts';
import type { OpenDatabase } from './platform/db/connect.ts';
import { openRegistry, addGauge } from './platform/metrics/process-metrics.ts';
import { measureQueue } from './platform/metrics/job-metrics.ts';
import type { Renderer } from './platform/render/port.ts';

/**
 * What a process tells of itself and, if it works on jobs, of the queues that all processes share.
 */
export function composeMetrics(
  deps: { database: OpenDatabase; drawing: Renderer },
  works: boolean,
): Registry {
  const { pool, db } = deps.database;
  const registry = openRegistry({ pool, drawing: deps.drawing });
  if (!works) return registry;
  measureQueue(pool, registry);
  addGauge(registry, {
    name: 'lintel_mail_messages',
    help: 'E-mails that wait to be sent, and that were given up.',
    label: 'state',
    read: async () => ({ ...(await countUnsent(db)) }),
  });
  return registry;
}
