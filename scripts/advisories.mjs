import { spawn } from 'node:child_process';
import { vulnerabilities } from './lib/advisories.mjs';
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
let output = '';
npm.stdout.setEncoding('utf8').on('data', (text) => (output += text));
npm.once('error', (error) => (output = JSON.stringify({ message: error.message })));
npm.once('close', () => {
  const { isChecked, lines } = vulnerabilities(output);
  console.log(lines.join('\n'));
  process.exitCode = isChecked && lines.length > 1 ? 1 : 0;
});
