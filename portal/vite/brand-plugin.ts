import type { Plugin } from 'vite';
import { defaultBrand, defaultTimeZone } from '../../contract/src/brand.ts';

/**
 * Fills the page's brand block on the development server; a built page keeps the placeholder for
 * the server to replace.
 */
export function brandPlugin(): Plugin {
  return {
    name: 'lintel-brand',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace(
        '<!--brand-->',
        JSON.stringify({ ...defaultBrand, timeZone: defaultTimeZone, hasWorker: false }),
      ),
  };
}
