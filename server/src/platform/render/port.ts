import type { PoolStats } from '../helper/pool.ts';
import type { EngineVersions } from './versions.ts';
import type { PaperSize, PictureSize } from './limits.ts';
import type { DocumentAbout } from './with-about.ts';

export interface PictureInput extends PictureSize {
  /**
   * A whole page or a piece of one. Everything in it is embedded; `font-family: Inter` (400, 500,
   * 600, 700, 800) is there.
   */
  html: string;
}

export type FastPictureInput = Omit<PictureInput, 'scale'>;

export interface DocumentInput {
  html: string;
  paper: PaperSize;
  /** What readers show of the document: in the title of the window, and in its properties. */
  about?: DocumentAbout;
}

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

/** HTML to pictures and documents. All of its methods that draw throw a `RenderError`. */
export interface Renderer {
  /** A PNG by Chromium, `width * scale` by `height * scale` pixels. */
  png(input: PictureInput): Promise<Buffer>;
  /** A PNG by Takumi, many times faster; only for templates for which `compare` has agreed. */
  pngFast(input: FastPictureInput): Promise<Buffer>;
  /** A PDF by Chromium with vector text, without margins of its own. */
  pdf(input: DocumentInput): Promise<Buffer>;
  /** The pages of a PDF as PNGs that are `width` pixels wide. */
  pages(pdf: Uint8Array, size: { width: number }): Promise<Buffer[]>;
  /** Whether Takumi draws this as Chromium does, and what speaks against it. */
  compare(input: FastPictureInput): Promise<Comparison>;
  /** What the results depend on besides their input. */
  versions: EngineVersions;
  /**
   * Starts the helper that draws, and looks whether Chromium, which is launched when it is first
   * needed, could be. Never rejects: what is wrong is logged.
   */
  warmUp(): Promise<void>;
  stats(): RendererStats;
  close(): Promise<void>;
}

/**
 * What runs and waits now, and what has happened since the start; `pid` is null when no such
 * process runs.
 */
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
