import Cropper, { type CropperImage, type CropperSelection } from 'cropperjs';
import { logoCropper } from '@lintel/contract/marketing/constants';

const { width, height, maxArea } = logoCropper;

interface Size {
  width: number;
  height: number;
}
/** A position on the canvas, in screen pixels. */
interface Area extends Size {
  x: number;
  y: number;
}

/** The initial area, in the middle of the canvas. */
export const firstArea = (canvas: Size): Area => ({
  x: (canvas.width - width) / 2,
  y: (canvas.height - height) / 2,
  width,
  height,
});

/** Whether the area stays on the canvas and within its size limit. */
export const isAllowed = (area: Area, canvas: Size): boolean =>
  area.x >= 0 &&
  area.y >= 0 &&
  area.x + area.width <= canvas.width &&
  area.y + area.height <= canvas.height &&
  area.width * area.height <= maxArea;

/**
 * The size of the result: the image's own resolution, but at least the initial area and at most the
 * limit. `scale` is the zoom factor, 1 for the original size.
 */
export function resultSize(area: Size, scale: number): Size {
  const maxScale = Math.sqrt(maxArea / (area.width * area.height));
  const least = width / area.width;
  const factor = Math.min(maxScale, Math.max(least, 1 / scale));
  return { width: Math.floor(area.width * factor), height: Math.floor(area.height * factor) };
}

interface State {
  matrix: number[];
  area: [x: number, y: number, width: number, height: number];
}

/** Moves, zooms, and rotates the image, with undo for each step, including pointer actions. */
function makeHistory(
  canvas: HTMLElement,
  image: CropperImage,
  selection: CropperSelection,
  onSteps: (some: boolean) => void,
) {
  const states: State[] = [];
  const read = (): State => {
    const { x, y, width, height } = selection;
    return { matrix: [...image.$getTransform()], area: [x, y, width, height] };
  };
  const remember = (): void => {
    states.push(read());
    onSteps(true);
  };
  canvas.addEventListener('actionstart', remember);
  canvas.addEventListener('wheel', throttle(remember), { capture: true, passive: true });
  const step =
    <Arguments extends unknown[]>(change: (...values: Arguments) => void) =>
    (...values: Arguments): void => {
      remember();
      change(...values);
    };
  return {
    move: step((x: number, y: number) => image.$move(x, y)),
    zoom: step((factor: number) => image.$scale(factor)),
    rotate: step((degrees: number) => image.$rotate(`${degrees}deg`)),
    undo: (): void => {
      const now = JSON.stringify(read());
      // A click without movement also left a state.
      let state = states.pop();
      while (state !== undefined && JSON.stringify(state) === now) state = states.pop();
      if (state !== undefined) {
        image.$setTransform(state.matrix);
        selection.$change(...state.area);
      }
      onSteps(states.length > 0);
    },
  };
}

/** Runs the first call of a burst; half a second without calls ends the burst. */
function throttle(call: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - last > 500) call();
    last = now;
  };
}

/** An image being cropped. */
export interface CropControl {
  /** In screen pixels. */
  move(x: number, y: number): void;
  zoom(factor: number): void;
  /** Clockwise. */
  rotate(degrees: number): void;
  undo(): void;
  /** The area as an image; throws if the browser can't create it. */
  result(): Promise<Blob>;
  close(): void;
}

const corners = ['ne', 'nw', 'se', 'sw'].map(
  (corner) => `<cropper-handle action="${corner}-resize"></cropper-handle>`,
);
const mover = '<cropper-handle action="move" plain></cropper-handle>';
const template =
  `<cropper-canvas background scale-step="0.05"><cropper-image initial-fit="none" rotatable scalable translatable></cropper-image>` +
  `<cropper-shade theme-color="rgba(16, 24, 40, 0.4)"></cropper-shade>${mover}` +
  `<cropper-selection resizable outlined>${mover}${corners.join('')}</cropper-selection></cropper-canvas>`;

/**
 * Shows an image in `host` with the crop area over it. Throws if the file isn't an image. Calls
 * `onSteps` with whether there is a step to undo.
 */
export async function openCropper(
  host: HTMLElement,
  file: File,
  onSteps: (some: boolean) => void,
): Promise<CropControl> {
  const address = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = address;
  const close = (): void => {
    host.replaceChildren();
    URL.revokeObjectURL(address);
  };
  try {
    await picture.decode();
    const cropper = new Cropper(picture, { container: host, template });
    const [canvas, image, selection] = [
      cropper.getCropperCanvas(),
      cropper.getCropperImage(),
      cropper.getCropperSelection(),
    ];
    if (canvas === null || image === null || selection === null)
      throw new Error('The picture cannot be cropped.');
    await image.$ready();
    place(canvas, image, selection);
    const history = makeHistory(canvas, image, selection, onSteps);
    return { ...history, result: () => draw(image, selection, file.type), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Fits the whole image into the area, and keeps the area within its limits afterward. */
function place(canvas: HTMLElement, image: CropperImage, selection: CropperSelection): void {
  const { naturalWidth, naturalHeight } = image.$image;
  const room = canvas.getBoundingClientRect();
  const { x, y, width, height } = firstArea(room);
  selection.$change(x, y, width, height);
  selection.aspectRatio = width / height;
  const scale = Math.min(width / naturalWidth, height / naturalHeight);
  image.$setTransform(
    scale,
    0,
    0,
    scale,
    (room.width - naturalWidth) / 2,
    (room.height - naturalHeight) / 2,
  );
  selection.addEventListener('change', (event) => {
    if (event instanceof CustomEvent && !isAllowed(event.detail, room)) event.preventDefault();
  });
}

/** Photos stay JPEG; images that may be transparent become PNG. */
async function draw(image: CropperImage, selection: CropperSelection, type: string): Promise<Blob> {
  const [a = 1, b = 0, c = 0, d = 1] = image.$getTransform();
  const isPhoto = type === 'image/jpeg';
  const drawn = await selection.$toCanvas({
    ...resultSize(selection, Math.sqrt(Math.abs(a * d - b * c))),
    beforeDraw: (context, { width, height }) => {
      context.imageSmoothingQuality = 'high';
      if (!isPhoto) return;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
    },
  });
  return new Promise((resolve, reject) => {
    drawn.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture cannot be made.')) : resolve(blob)),
      isPhoto ? 'image/jpeg' : 'image/png',
      0.92,
    );
  });
}
