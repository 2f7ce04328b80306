import Cropper, { type CropperImage, type CropperSelection } from 'cropperjs';
import { firstArea, isAllowed, resultSize, type Area } from './crop-area.ts';
import { makeHistory } from './crop-history.ts';

/** A picture that is being cropped. */
export interface CropControl {
  /** Pixels on the screen. */
  move(x: number, y: number): void;
  zoom(factor: number): void;
  /** Clockwise. */
  rotate(degrees: number): void;
  undo(): void;
  /** The area as a picture; throws when the browser cannot make it. */
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
 * Shows a picture in `host` with the area over it. Throws when the file is no picture. `onSteps`
 * hears whether something can be undone.
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

/** Puts the whole picture inside the area, and keeps the area within its limits from then on. */
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
    if (!isAllowed((event as CustomEvent<Area>).detail, room)) event.preventDefault();
  });
}

/** Photographs stay JPEG; what may be transparent becomes PNG. */
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
