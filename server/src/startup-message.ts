import { showsOutbox } from './domains/messaging/index.ts';
import type { Config } from './platform/config.ts';

/** The demo, loaded only with `DEMO=1`. */
export type Demo = typeof import('./demo/index.ts');

/** Prints the addresses on the console. */
export function announce(
  config: Config,
  { port, demo, setupUrl }: { port: number; demo: Demo | null; setupUrl: string | null },
): void {
  const url = config.PUBLIC_URL ?? `http://localhost:${port}`;
  const lines = [
    `${config.BRAND_NAME} is ready at ${url}`,
    ...(demo ? [`  A contractor's page   ${url}/p/summit-roofing`] : []),
    `  API document          ${url}/api/v1/docs`,
  ];
  if (showsOutbox(config)) lines.push(`  E-mails it would send ${url}/outbox`);
  lines.push(
    ...(demo?.demoLines(config, url) ?? []),
    ...(setupUrl === null
      ? []
      : [`  Create the first administrator (once, within a day)  ${setupUrl}`]),
  );
  console.log(lines.join('\n'));
}
