import { run } from './lib/run.mjs';

/**
 * `npm run test:all`: everything in `npm test`, the slow tests and journeys, every design in every
 * language, more generated requests, the other versions of Node, and the cluster that `CITUS_URL`
 * names.
 */
const env = { TEST_ALL: '1' };
const codes = [await run('npm', ['test'], { env })];
for (const version of ['20', '24'])
  codes.push(await run('npm', ['run', 'test:node', '--', version]));
codes.push(await run('npm', ['run', 'test:citus'], { env }));
process.exit(codes.find((code) => code !== 0) ?? 0);
