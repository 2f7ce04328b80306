/**
 * A server that waits: it has loaded the packages, which do not change, and loads the built server
 * once it is told to. That takes a second off each restart.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/stale.mjs';

const program = join(root, 'server/dist/main.js');
const told = new Promise((resolve) => process.once('message', resolve));
// Without the process that started it, it is in nobody's hands.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const packages = readFileSync(program, 'utf8').matchAll(/^import .*?["']([^./"'][^"']*)["'];$/gm);
// One that cannot be loaded from here is loaded, or fails, with the server itself.
for (const [, name = ''] of packages) await import(name).catch(() => undefined);
await told;
await import(pathToFileURL(program).href);
