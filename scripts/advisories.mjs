import { spawn } from 'node:child_process';
import { found } from './lib/advisories.mjs';
import { root } from './lib/stale.mjs';

/**
 * `npm run advisories`: known vulnerabilities of the lock file's packages. Fails when any are
 * found, but not when the registry doesn't answer.
 */
const shell = process.platform === 'win32';
// `.npmrc` has `audit=false` for installs, so request the audit explicitly.
const npm = spawn('npm', ['audit', '--audit', '--json'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'ignore'],
  shell,
});
let said = '';
npm.stdout.setEncoding('utf8').on('data', (text) => (said += text));
npm.once('error', (error) => (said = JSON.stringify({ message: error.message })));
npm.once('close', () => {
  const { isChecked, lines } = found(said);
  console.log(lines.join('\n'));
  process.exitCode = isChecked && lines.length > 1 ? 1 : 0;
});
