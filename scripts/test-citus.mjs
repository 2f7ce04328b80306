import { join } from 'node:path';
import { must } from './lib/run.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/stale.mjs';

// The server's tests on the cluster whose coordinator CITUS_URL names: of all files, or of those
// whose paths hold a word that is given.
const { CITUS_URL: url } = process.env;
if (!url) {
  console.log(
    'Skipped: CITUS_URL names no cluster. It is the address of a coordinator with at least two workers, whose user may create databases (docs/scale.md).',
  );
} else {
  await prepare();
  await must(process.execPath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'server',
    ...process.argv.slice(2),
  ]);
}
