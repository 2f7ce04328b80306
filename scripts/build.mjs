import { build } from './lib/prepare.mjs';

await build();
