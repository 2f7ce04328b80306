import type { HelperBounds } from '../helper/bounds.ts';
import { RenderError } from './render-error.ts';

const megabyte = 1024 * 1024;

/**
 * Renderings above any of these are rejected or stopped. Sizes in CSS pixels, times in
 * milliseconds.
 */
export const limits = {
  htmlBytes: 5 * megabyte,
  elements: 20_000,
  side: 4096,
  pixels: 25_000_000,
  scale: 3,
  paperInches: 20,
  pdfBytes: 50 * megabyte,
  /**
   * Decoded pixels of one embedded image, and of all together: a small file can expand to
   * gigabytes.
   */
  picturePixels: 40_000_000,
  allPicturesPixels: 80_000_000,
  pictures: 200,
  /** Concurrent renderings per engine, the maximum queue, and the maximum wait. */
  atOnce: 2,
  waiting: 40,
  patience: 30_000,
  /**
   * A browser that holds more memory than this between renderings, or has rendered this many, is
   * replaced.
   */
  chromiumIdleMemory: 600 * megabyte,
  chromiumRenderings: 1000,
  /** Helper processes stop after this long without a rendering. */
  helperIdle: 300_000,
} as const;

/**
 * A rendering takes a second or two of CPU; on a busy machine that can be ten times as long on the
 * clock.
 */
export const usualBounds: HelperBounds = {
  time: 10_000,
  memory: 1500 * megabyte,
  patience: 20_000,
};

export interface PictureSize {
  /** CSS pixels. */
  width: number;
  height: number;
  /** Device pixels per CSS pixel; 1 by default. */
  scale?: number;
}

/** In inches. */
export type PaperSize = 'letter' | { width: number; height: number };

/** Throws `too_large` when an image of this size isn't allowed. */
export function checkSize({ width, height, scale = 1 }: PictureSize): void {
  const whole = [width, height].every(
    (side) => Number.isInteger(side) && side >= 1 && side <= limits.side,
  );
  const fits =
    scale > 0 && scale <= limits.scale && width * height * scale * scale <= limits.pixels;
  if (!whole || !fits) {
    throw new RenderError(
      'too_large',
      `A picture of ${width} by ${height} pixels at ${scale} per pixel is not drawn`,
    );
  }
}

/** Width and height in inches; throws `too_large` when this paper size isn't allowed. */
export function paperDimensions(paper: PaperSize): { width: number; height: number } {
  const size = paper === 'letter' ? { width: 8.5, height: 11 } : paper;
  if (![size.width, size.height].every((side) => side >= 1 && side <= limits.paperInches)) {
    throw new RenderError(
      'too_large',
      `Paper of ${size.width} by ${size.height} inches is not printed`,
    );
  }
  return size;
}
