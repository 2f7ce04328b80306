import { constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

/**
 * Lays compressed copies beside what browsers load, as small as it gets: once at build time instead
 * of at every request. Fonts and pictures are compressed already.
 */
export const compressed = (): Plugin =>
  compression({
    include: /\.(js|css|svg|json|webmanifest)$/,
    exclude: /\.vite\//,
    threshold: 1024,
    algorithms: [
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      defineAlgorithm('gzip', { level: 9 }),
    ],
  });
