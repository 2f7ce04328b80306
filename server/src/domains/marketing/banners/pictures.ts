import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { FileStore } from '../../../platform/files/store.ts';
import { RenderError } from '../../../platform/render/render-error.ts';
import { bannerHtml, type BannerKind } from './banner-html.ts';
import type { Logo } from './layout.ts';

/** What draws banners: quickly, or as a browser where the quick one cannot. */
export interface BannerRenderer {
  pngFast(input: { html: string; width: number; height: number }): Promise<Buffer>;
  png(input: { html: string; width: number; height: number }): Promise<Buffer>;
}

interface BannerPage {
  companyName: string;
  logoKey: string | null;
}

/** Device pixels per pixel that a logo is kept with, so that its details survive. */
const logoDetail = 2;

/** The pictures of banners, drawn once for the same content and kept in the file store. */
export class BannerPictures {
  readonly #files: FileStore;
  readonly #renderer: BannerRenderer;
  readonly #underWay = new Map<string, Promise<Buffer>>();

  constructor(files: FileStore, renderer: BannerRenderer) {
    this.#files = files;
    this.#renderer = renderer;
  }

  /** A PNG of the banner's size. Throws a `RenderError` when it cannot be drawn. */
  async of(kind: BannerKind, { companyName, logoKey }: BannerPage): Promise<Buffer> {
    const html = bannerHtml(kind, { companyName, logo: await this.#logo(logoKey) });
    const key = `banners/${createHash('sha256').update(html).digest('hex')}.png`;
    return (await this.#files.read(key)) ?? (await this.#drawOnce(key, kind, html));
  }

  /** Two who ask at once wait for the same drawing. */
  #drawOnce(key: string, kind: BannerKind, html: string): Promise<Buffer> {
    const known = this.#underWay.get(key);
    if (known !== undefined) return known;
    const drawn = this.#draw(kind, html).then(async (png) => {
      await this.#files.write(key, png);
      return png;
    });
    this.#underWay.set(key, drawn);
    const done = (): boolean => this.#underWay.delete(key);
    drawn.then(done, done);
    return drawn;
  }

  async #draw({ width, height }: BannerKind, html: string): Promise<Buffer> {
    try {
      return await this.#renderer.pngFast({ html, width, height });
    } catch (error) {
      if (!(error instanceof RenderError) || error.code !== 'unsupported') throw error;
      return this.#renderer.png({ html, width, height });
    }
  }

  /** Null without a logo, and for one that cannot be read: the banner then does with the name. */
  async #logo(key: string | null): Promise<Logo | null> {
    const stored = key === null ? null : await this.#files.read(key);
    if (stored === null) return null;
    try {
      const image = sharp(stored, { limitInputPixels: 40_000_000 });
      const box = { width: 150 * logoDetail, height: 100 * logoDetail };
      const { data, info } = await image
        .resize({ ...box, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer({ resolveWithObject: true });
      return { url: `data:image/png;base64,${data.toString('base64')}`, width: info.width, height: info.height };
    } catch {
      return null;
    }
  }
}
