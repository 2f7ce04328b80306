import { logoCropper } from '@lintel/contract/marketing-constants';

const { width, height, maxArea } = logoCropper;

export interface Size {
  width: number;
  height: number;
}
/** A place on the canvas, in pixels of the screen. */
export interface Area extends Size {
  x: number;
  y: number;
}

/** The area at first: in the middle of the canvas. */
export const firstArea = (canvas: Size): Area => ({
  x: (canvas.width - width) / 2,
  y: (canvas.height - height) / 2,
  width,
  height,
});

/** Whether the area may become this: it stays on the canvas and within its limit. */
export const isAllowed = (area: Area, canvas: Size): boolean =>
  area.x >= 0 &&
  area.y >= 0 &&
  area.x + area.width <= canvas.width &&
  area.y + area.height <= canvas.height &&
  area.width * area.height <= maxArea;

/**
 * The size of the result: as many pixels as the picture itself has there, but no fewer than the
 * area has at first and no more than its limit. `scale` is how large the picture is shown, 1 for
 * its own size.
 */
export function resultSize(area: Size, scale: number): Size {
  const most = Math.sqrt(maxArea / (area.width * area.height));
  const least = width / area.width;
  const factor = Math.min(most, Math.max(least, 1 / scale));
  return { width: Math.floor(area.width * factor), height: Math.floor(area.height * factor) };
}
