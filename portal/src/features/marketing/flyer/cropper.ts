import Cropper, { type CropperImage, type CropperSelection } from 'cropperjs';
import { logoCropper } from '@lintel/contract/marketing-constants';
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

const { width, height, maxArea } = logoCropper;

const corners = ['ne', 'nw', 'se', 'sw'].map((corner) => `<cropper-handle action="${corner}-resize"></cropper-handle>`);
const template =
  `<cropper-canvas background scale-step="0.05"><cropper-image rotatable scalable translatable></cropper-image><cropper-shade></cropper-shade>` +
  `<cropper-handle action="move" plain></cropper-handle><cropper-selection width="${width}" height="${height}" ` +
  `aspect-ratio="${width / height}" resizable outlined><cropper-handle action="move" plain></cropper-handle>${corners.join('')}</cropper-selection></cropper-canvas>`;

/** Shows a picture in `host` with the area over it. Throws when the file is no picture. `onSteps` hears whether something can be undone. */
export async function openCropper(host: HTMLElement, file: File, onSteps: (some: boolean) => void): Promise<CropControl> {
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
    const [canvas, image, selection] = [cropper.getCropperCanvas(), cropper.getCropperImage(), cropper.getCropperSelection()];
    if (canvas === null || image === null || selection === null) throw new Error('The picture cannot be cropped.');
    await image.$ready();
    place(canvas, image, selection);
    const history = makeHistory(canvas, image, selection, onSteps);
    return { ...history, result: () => draw(image, selection, file.type), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The whole picture inside the area, which stands in the middle and never leaves the canvas or grows beyond its limit. */
function place(canvas: HTMLElement, image: CropperImage, selection: CropperSelection): void {
  const { naturalWidth, naturalHeight } = image.$image;
  const room = canvas.getBoundingClientRect();
  selection.$change((room.width - width) / 2, (room.height - height) / 2, width, height);
  const scale = Math.min(width / naturalWidth, height / naturalHeight);
  image.$setTransform(scale, 0, 0, scale, (room.width - naturalWidth) / 2, (room.height - naturalHeight) / 2);
  selection.addEventListener('change', (event) => {
    const area = (event as CustomEvent<{ x: number; y: number; width: number; height: number }>).detail;
    const outside = area.x < 0 || area.y < 0 || area.x + area.width > room.width || area.y + area.height > room.height;
    if (outside || area.width * area.height > maxArea) event.preventDefault();
  });
}

/** As many pixels as the picture has there, within the limit. Photographs stay JPEG; what may be transparent becomes PNG. */
async function draw(image: CropperImage, selection: CropperSelection, type: string): Promise<Blob> {
  const [a = 1, b = 0, c = 0, d = 1] = image.$getTransform();
  const most = Math.sqrt(maxArea / (selection.width * selection.height));
  const least = width / selection.width;
  const factor = Math.max(least, Math.min(most, 1 / Math.sqrt(Math.abs(a * d - b * c))));
  const isPhoto = type === 'image/jpeg';
  const drawn = await selection.$toCanvas({
    width: Math.round(selection.width * factor),
    height: Math.round(selection.height * factor),
    beforeDraw: (context, { width: w, height: h }) => {
      context.imageSmoothingQuality = 'high';
      if (!isPhoto) return;
      context.fillStyle = '#fff';
      context.fillRect(0, 0, w, h);
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
