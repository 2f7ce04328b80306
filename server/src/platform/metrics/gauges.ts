import { Gauge, type Registry } from 'prom-client';

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
