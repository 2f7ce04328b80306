import type { Logger } from 'pino';
import type { HelperBounds } from '../helper/bounds.ts';
import { findChromium } from './chromium-binary.ts';
import { ChromiumEngine } from './chromium-engine.ts';
import { compareEngines } from './comparison.ts';
import { engineVersions } from './versions.ts';
import { HelperEngine } from './helper-engine.ts';
import { usualBounds } from './limits.ts';
import type { Renderer } from './port.ts';

export interface RendererOptions {
  /** An installed Chromium or Chrome; found, or taken from its package, when not given. */
  chromiumPath?: string | undefined;
  /** Where a packed Chromium is unpacked. */
  cacheDir: string;
  bounds?: HelperBounds;
  log: Logger;
}

/**
 * Opens the engines; none is started before it is needed. Throws an `Error` when the named Chromium
 * is not there.
 */
export function openRenderer({
  chromiumPath,
  cacheDir,
  bounds = usualBounds,
  log,
}: RendererOptions): Renderer {
  const source = findChromium(chromiumPath, cacheDir);
  const helper = new HelperEngine(bounds, log);
  const chromium = new ChromiumEngine(source, bounds, log, helper);
  return {
    png: (input) => chromium.png(input),
    pngFast: (input) => helper.png(input),
    pdf: (input) => chromium.pdf(input),
    pages: (pdf, { width }) => helper.pages(pdf, width),
    compare: (input) =>
      compareEngines({
        chromium: () => chromium.png(input),
        takumi: () => helper.png(input),
        difference: (first, second) => helper.difference(first, second),
      }),
    versions: engineVersions(source),
    async warmUp() {
      const started = await Promise.allSettled([
        chromium.png({ html: '<p>Ready</p>', width: 8, height: 8 }),
        helper.warmUp(),
      ]);
      for (const one of started)
        if (one.status === 'rejected')
          log.error({ err: one.reason as Error }, 'drawing is not ready');
    },
    stats: () => ({ chromium: chromium.stats(), helper: helper.stats() }),
    async close() {
      helper.close();
      await chromium.close();
    },
  };
}
