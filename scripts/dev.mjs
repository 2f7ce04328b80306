import { prepare } from './lib/prepare.mjs';

await prepare();
// Only now: on a fresh clone it has just been installed.
const { register } = await import('tsx/esm/api');
register();
await import('./dev/develop.ts');
