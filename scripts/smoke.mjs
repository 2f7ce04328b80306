import { join } from 'node:path';
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';
import { root } from './lib/stale.mjs';

/**
 * `npm run smoke`: runs sign-up, an application, an invoice, a flyer and social images, and a
 * payout run in a browser. Starts the built server with the demo data, or uses a running one: `npm
 * run smoke -- http://localhost:8080`.
 */
const [address] = process.argv.slice(2);
await prepare();
const code = await run(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '-c',
    'e2e/playwright.config.ts',
    '--grep',
    '@smoke',
    '--workers',
    '1',
  ],
  address === undefined ? {} : { env: { LINTEL_URL: address.replace(/\/$/, '') } },
);
process.exit(code);
