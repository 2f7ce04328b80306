import sharp from 'sharp';
import type { FileStore } from '../../../platform/files/store.ts';
import type { Logo } from './layout.ts';

/** Twice the largest room that a banner has for a logo, so that its details survive. Pixels. */
const box = { width: 300, height: 200 } as const;
const kept = 200;

/**
 * The logos of pages, made small enough for banners. A key names one content for ever, so they are
 * remembered.
 */
export class BannerLogos {
  readonly #files: Pick<FileStore, 'read'>;
  readonly #logos = new Map<string, Logo>();

  constructor(files: Pick<FileStore, 'read'>) {
    this.#files = files;
  }

  /** Null without a logo, and for one that cannot be read: the banner then shows the name. */
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
    const url = `data:image/png;base64,${data.toString('base64')}`;
    return { url, width: info.width, height: info.height, isLight: await isLight(data) };
  }
}

/**
 * Whether what is seen of a picture is nearly white: its pixels' mean luminance, each by its
 * opacity.
 */
async function isLight(png: Buffer): Promise<boolean> {
  const pixels = await sharp(png).ensureAlpha().toColourspace('srgb').raw().toBuffer();
  let [light, seen] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha;
    seen += alpha;
  }
  return seen > 0 && light / seen > 225;
}
