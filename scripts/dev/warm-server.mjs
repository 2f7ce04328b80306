/**
 * A spare server process: it has loaded the packages, which don't change, and loads the built
 * server on a message. That saves a second per restart.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/stale.mjs';

const program = join(root, 'server/dist/main.js');
const told = new Promise((resolve) => process.once('message', resolve));
// Exit when the parent process is gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const packages = readFileSync(program, 'utf8').matchAll(/^import .*?["']([^./"'][^"']*)["'];$/gm);
// A package that can't be loaded from here loads, or fails, with the server itself.
for (const [, name = ''] of packages) await import(name).catch(() => undefined);
await told;
await import(pathToFileURL(program).href);
