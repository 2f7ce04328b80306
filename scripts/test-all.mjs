import { run, must } from './lib/run.mjs';

/**
 * `npm run test:all`: everything of `npm test`, with the tests of poolers, and large
 * exports, more generated requests, the other versions of Node, and the cluster of `CITUS_URL`.
 */
const env = { TEST_ALL: '1' };
const codes = [await run('npm', ['test'], { env })];
for (const version of ['20', '24'])
  codes.push(await run('npm', ['run', 'test:node', '--', version]));
await must('npm', ['run', 'test:citus']);
process.exit(codes.find((code) => code !== 0) ?? 0);
