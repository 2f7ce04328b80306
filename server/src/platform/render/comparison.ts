import type { Difference } from './picture-difference.ts';
import { RenderError } from './render-error.ts';

export interface Comparison {
  agrees: boolean;
  /** Share of the pixels that differ to the eye, 0 to 1. */
  difference: number;
  /** For the author: what speaks against Takumi; null when it agrees. */
  reason: string | null;
  chromium: Buffer;
  /** Null when Takumi refused to draw. */
  takumi: Buffer | null;
}

/**
 * Two engines never smooth letters and edges quite alike. What that makes was at most 0.06% of a
 * picture and 4% of one of its squares over ten designs; a missing line of 12 pixel text made 10%
 * of its square, a line four pixels off its place 5% of the picture.
 */
const bounds = { share: 0.005, worst: 0.08 } as const;

export interface ComparedEngines {
  chromium(): Promise<Buffer>;
  takumi(): Promise<Buffer>;
  difference(first: Buffer, second: Buffer): Promise<Difference>;
}

/**
 * Draws by both engines and compares. Throws when Chromium refuses; when Takumi does, that is the
 * reason.
 */
export async function compareEngines(engines: ComparedEngines): Promise<Comparison> {
  const [byChromium, byTakumi] = await Promise.allSettled([engines.chromium(), engines.takumi()]);
  if (byChromium.status === 'rejected') throw byChromium.reason;
  const chromium = byChromium.value;
  if (byTakumi.status === 'rejected') {
    const { reason } = byTakumi as { reason: unknown };
    if (!(reason instanceof RenderError) || reason.code === 'busy') throw reason;
    return { agrees: false, difference: 1, reason: reason.message, chromium, takumi: null };
  }
  const takumi = byTakumi.value;
  const found = await engines.difference(chromium, takumi);
  const reason = reasonOf(found);
  return { agrees: reason === null, difference: found.share, reason, chromium, takumi };
}

function reasonOf({ share, worst }: Difference): string | null {
  if (share <= bounds.share && worst.share <= bounds.worst) return null;
  return `Takumi draws it differently: ${percent(share)} of the picture, most of all around ${worst.x}, ${worst.y}`;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
