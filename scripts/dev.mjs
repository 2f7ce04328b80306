import { prepare } from './lib/prepare.mjs';

await prepare();
// Import late: a fresh clone has only now installed the package.
const { register } = await import('tsx/esm/api');
register();
await import('./dev/develop.ts');
