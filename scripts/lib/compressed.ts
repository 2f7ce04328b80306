import { constants } from 'node:zlib';
import type { Plugin } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

/**
 * Adds compressed copies of the files that browsers load, at the highest level: once at build time
 * instead of per request. Fonts and images are already compressed.
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
