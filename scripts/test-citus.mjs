import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './lib/run.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/stale.mjs';

// The server's tests and the journeys on the cluster whose coordinator CITUS_URL names; with the
// word `server` or `journeys` one of the two, with any other the files whose paths hold it.
const { CITUS_URL: url } = process.env;
if (!url) {
  console.log(
    'Skipped: CITUS_URL names no cluster. It is the address of a coordinator with at least two workers, whose user may create databases (docs/operations/scale.md).',
  );
} else {
  await prepare();
  const words = process.argv.slice(2);
  const parts = words.filter((word) => word !== 'server' && word !== 'journeys');
  const hasJourneys =
    parts.length === 0 ||
    readdirSync(join(root, 'e2e')).some((file) =>
      parts.some((part) => `e2e/${file}`.includes(part)),
    );
  const isWanted = /** @param {string} kind */ (kind) =>
    parts.length === words.length || words.includes(kind);
  /** @param {string} file @param {string[]} args */
  const test = (file, args) =>
    run(process.execPath, [join(root, 'node_modules', file), ...args, ...parts]);
  const codes = [];
  if (isWanted('server'))
    codes.push(
      await test('vitest/vitest.mjs', [
        'run',
        '--project',
        'server',
        ...(hasJourneys ? ['--passWithNoTests'] : []),
      ]),
    );
  if (isWanted('journeys') && hasJourneys)
    codes.push(await test('@playwright/test/cli.js', ['test', '-c', 'e2e/playwright.config.ts']));
  process.exitCode = codes.find((code) => code !== 0) ?? 0;
}
