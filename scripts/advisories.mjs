import { spawn } from 'node:child_process';
import { found } from './lib/advisories.mjs';
import { root } from './lib/stale.mjs';

/**
 * `npm run advisories`: what is publicly known against the packages of the lock file. Fails for
 * what was found, not for a registry that says nothing.
 */
const shell = process.platform === 'win32';
// Installing asks nothing (`audit=false`), and so would this.
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
