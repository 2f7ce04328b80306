import type { Logger } from 'pino';
import { toError } from '../errors.ts';
import type { HelperBounds } from '../helper/bounds.ts';
import { findChromium, tryChromium } from './chromium-binary.ts';
import { ChromiumEngine } from './chromium-engine.ts';
import { engineVersions } from './versions.ts';
import { HelperEngine } from './helper-engine.ts';
import { usualBounds } from './limits.ts';
import type { Comparison, Renderer } from './port.ts';
import type { Difference } from './picture-difference.ts';
import { RenderError } from './render-error.ts';

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
  let closed = false;
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
      // Chromium and what drives it take much memory: many a server never needs them.
      const started = await Promise.allSettled([tryChromium(source), helper.warmUp()]);
      // A process that is stopped while its engines start has no trouble.
      if (closed) return;
      for (const one of started)
        if (one.status === 'rejected')
          log.error({ err: toError(one.reason) }, 'a rendering engine could not be started');
    },
    stats: () => ({ chromium: chromium.stats(), helper: helper.stats() }),
    async close() {
      closed = true;
      helper.close();
      await chromium.close();
    },
  };
}

/**
 * Two engines never smooth letters and edges quite alike. What that makes was at most 0.06% of a
 * picture and 4% of one of its squares over ten designs; a missing line of 12 pixel text made 10%
 * of its square, a line four pixels off its place 5% of the picture.
 */
const bounds = { share: 0.005, worst: 0.08 } as const;

interface ComparedEngines {
  chromium(): Promise<Buffer>;
  takumi(): Promise<Buffer>;
  difference(first: Buffer, second: Buffer): Promise<Difference>;
}

/**
 * Draws by both engines and compares. Throws when Chromium refuses; when Takumi does, that is the
 * reason.
 */
async function compareEngines(engines: ComparedEngines): Promise<Comparison> {
  const [byChromium, byTakumi] = await Promise.allSettled([engines.chromium(), engines.takumi()]);
  if (byChromium.status === 'rejected') throw byChromium.reason;
  const chromium = byChromium.value;
  if (byTakumi.status === 'rejected') {
    const reason: unknown = byTakumi.reason;
    if (!(reason instanceof RenderError) || reason.code === 'busy') throw reason;
    return { agrees: false, difference: 1, reason: reason.message, chromium, takumi: null };
  }
  const takumi = byTakumi.value;
  const found = await engines.difference(chromium, takumi);
  const reason = differenceReason(found);
  return { agrees: reason === null, difference: found.share, reason, chromium, takumi };
}

function differenceReason({ share, worst }: Difference): string | null {
  if (share <= bounds.share && worst.share <= bounds.worst) return null;
  return `Takumi draws it differently: ${percent(share)} of the picture, most of all around ${worst.x}, ${worst.y}`;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
