import sharp from 'sharp';
import type { FileStore } from '../../../platform/files/store.ts';
import type { Logo } from './layout.ts';

/** Twice the largest room that a banner has for a logo, so that its details survive. Pixels. */
const box = { width: 300, height: 200 } as const;
const kept = 200;

/** The logos of pages, made small enough for banners. A key names one content for ever, so they are remembered. */
export class BannerLogos {
  readonly #files: FileStore;
  readonly #logos = new Map<string, Logo>();

  constructor(files: FileStore) {
    this.#files = files;
  }

  /** Null without a logo, and for one that cannot be read: the banner then does with the name. */
  async of(key: string | null): Promise<Logo | null> {
    const known = key === null ? null : this.#logos.get(key);
    if (known !== undefined || key === null) return known ?? null;
    const logo = await this.#make(key).catch(() => null);
    const [oldest] = this.#logos.keys();
    if (this.#logos.size >= kept && oldest !== undefined) this.#logos.delete(oldest);
    if (logo !== null) this.#logos.set(key, logo);
    return logo;
  }

  async #make(key: string): Promise<Logo | null> {
    const stored = await this.#files.read(key);
    if (stored === null) return null;
    const { data, info } = await sharp(stored, { limitInputPixels: 40_000_000 })
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { url: `data:image/png;base64,${data.toString('base64')}`, width: info.width, height: info.height };
  }
}
