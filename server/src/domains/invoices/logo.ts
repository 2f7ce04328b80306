import sharp from 'sharp';
import type { FileStore } from '../../platform/files/store.ts';

/** A logo as it stands on paper: PNG, and its width there in points. */
export interface PaperLogo {
  bytes: Buffer;
  width: number;
}

/** Points. */
const box = { width: 190, height: 62 } as const;
const pixelsPerPoint = 300 / 72;
const kept = 100;

/**
 * The logos of pages, made small enough for paper (300 pixels an inch). A key names one content for
 * ever, so they are remembered.
 */
export class PaperLogos {
  readonly #files: Pick<FileStore, 'read'>;
  readonly #logos = new Map<string, Promise<PaperLogo | null>>();

  constructor(files: Pick<FileStore, 'read'>) {
    this.#files = files;
  }

  /**
   * Null for a page without a logo, or with one that cannot be read: the document then begins with
   * the name.
   */
  of(key: string | null): Promise<PaperLogo | null> {
    if (key === null) return Promise.resolve(null);
    const known = this.#logos.get(key);
    if (known !== undefined) return known;
    const [oldest] = this.#logos.keys();
    if (this.#logos.size >= kept && oldest !== undefined) this.#logos.delete(oldest);
    const made = this.#make(key).catch(() => null);
    this.#logos.set(key, made);
    // A file that cannot be read now may be readable next time.
    void made.then((logo) => logo === null && this.#logos.delete(key));
    return made;
  }

  async #make(key: string): Promise<PaperLogo | null> {
    const stored = await this.#files.read(key);
    if (stored === null) return null;
    const [width, height] = [box.width, box.height].map((points) =>
      Math.round(points * pixelsPerPoint),
    );
    const { data, info } = await sharp(stored, { limitInputPixels: 40_000_000, density: 300 })
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    const scale = Math.min(box.width / info.width, box.height / info.height);
    return { bytes: data, width: info.width * scale };
  }
}
