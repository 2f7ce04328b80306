import type { Pool } from 'pg';
import { collectDefaultMetrics, Registry, Gauge } from 'prom-client';
import type { Renderer } from '../render/port.ts';

/**
 * A registry with what every process tells of itself: memory, processor time, event loop, database
 * connections, drawing.
 */
export function openRegistry({ pool, drawing }: { pool: Pool; drawing: Renderer }): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addGauge(registry, {
    name: 'lintel_database_connections',
    help: 'Connections of the pool: used, idle; and waiting for one.',
    label: 'state',
    read: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  });
  addGauge(registry, {
    name: 'lintel_rendering',
    help: 'Pictures and documents that are being drawn, and that wait for it, by engine.',
    label: 'state',
    read: () => {
      const { chromium, helper } = drawing.stats();
      return {
        chromium_running: chromium.running,
        chromium_waiting: chromium.waiting,
        helper_running: helper.running,
        helper_waiting: helper.waiting,
      };
    },
  });
  return registry;
}

interface GaugeSpec {
  name: string;
  help: string;
  /** The name of the label that tells the values apart. */
  label: string;
  /** The values now, by label. */
  read(): Record<string, number> | Promise<Record<string, number>>;
}

/**
 * Adds a value that is read when it is asked for. What cannot be read now is left out: the other
 * measurements are told all the same.
 */
export function addGauge(registry: Registry, { name, help, label, read }: GaugeSpec): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      gauge.reset();
      const values = await Promise.resolve()
        .then(read)
        .catch(() => ({}));
      for (const [which, value] of Object.entries(values)) gauge.set({ [label]: which }, value);
    },
  });
}
