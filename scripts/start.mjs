import { spawn } from 'node:child_process';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/stale.mjs';

await prepare();

const server = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], {
  cwd: root,
  stdio: 'inherit',
});
// Ctrl-C reaches the whole process group; a signal sent to this process alone is forwarded. The
// child handles either only once.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => server.kill(signal));
server.once('exit', (code) => process.exit(code ?? 1));
