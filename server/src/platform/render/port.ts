import type { PoolStats } from '../helper/pool.ts';
import type { EngineVersions } from './versions.ts';
import type { PaperSize, PictureSize } from './limits.ts';
import type { DocumentAbout } from './with-about.ts';

export interface PictureInput extends PictureSize {
  /**
   * A whole page or a fragment. All resources are embedded; `font-family: Inter` (400, 500, 600,
   * 700, 800) is available.
   */
  html: string;
}

export type FastPictureInput = Omit<PictureInput, 'scale'>;

export interface DocumentInput {
  html: string;
  paper: PaperSize;
  /** Document properties: readers show the title in the window. */
  about?: DocumentAbout;
}

export interface Comparison {
  agrees: boolean;
  /** The fraction of visibly different pixels, 0 to 1. */
  difference: number;
  /** For the author: why Takumi isn't suitable; null when it is. */
  reason: string | null;
  chromium: Buffer;
  /** Null when Takumi rejected the HTML. */
  takumi: Buffer | null;
}

/** Converts HTML to images and documents. All rendering methods throw a `RenderError`. */
export interface Renderer {
  /** A PNG by Chromium, `width * scale` by `height * scale` pixels. */
  png(input: PictureInput): Promise<Buffer>;
  /** A PNG by Takumi, many times faster; only for templates for which `compare` has agreed. */
  pngFast(input: FastPictureInput): Promise<Buffer>;
  /** A PDF by Chromium with vector text, without margins of its own. */
  pdf(input: DocumentInput): Promise<Buffer>;
  /** A PDF's pages as PNGs, `width` pixels wide. */
  pages(pdf: Uint8Array, size: { width: number }): Promise<Buffer[]>;
  /** Whether Takumi renders this like Chromium, and why not. */
  compare(input: FastPictureInput): Promise<Comparison>;
  /** What the results depend on besides their input. */
  versions: EngineVersions;
  /**
   * Starts the rendering helper, and checks that Chromium, which is launched on demand, can start.
   * Never rejects: problems are logged.
   */
  warmUp(): Promise<void>;
  stats(): RendererStats;
  close(): Promise<void>;
}

/** Running and queued work, and totals since the start; `pid` is null when no such process runs. */
export interface RendererStats {
  chromium: {
    pid: number | null;
    launches: number;
    drawn: number;
    running: number;
    waiting: number;
  };
  helper: PoolStats;
}
