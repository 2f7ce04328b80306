import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './lib/run.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/stale.mjs';

// Runs the server's tests and the journeys on the cluster whose coordinator CITUS_URL names. The
// argument `server` or `journeys` selects one of the two; any other selects files by path.
const { CITUS_URL: url } = process.env;
if (!url) {
  console.log(
    'Skipped: CITUS_URL is not set. It is the URL of a coordinator with at least two workers and a user that can create databases (docs/operations/scale.md).',
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
  const isSelected = /** @param {string} kind */ (kind) =>
    parts.length === words.length || words.includes(kind);
  /** @param {string} file @param {string[]} args */
  const test = (file, args) =>
    run(process.execPath, [join(root, 'node_modules', file), ...args, ...parts]);
  const codes = [];
  if (isSelected('server'))
    codes.push(
      await test('vitest/vitest.mjs', [
        'run',
        '--project',
        'server',
        ...(hasJourneys ? ['--passWithNoTests'] : []),
      ]),
    );
  if (isSelected('journeys') && hasJourneys)
    codes.push(await test('@playwright/test/cli.js', ['test', '-c', 'e2e/playwright.config.ts']));
  process.exitCode = codes.find((code) => code !== 0) ?? 0;
}
