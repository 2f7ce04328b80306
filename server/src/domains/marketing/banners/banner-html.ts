import { bannerDesigns, bannerSizes, type BannerSize } from '@lintel/contract/marketing/constants';
import type { Language } from '@lintel/contract/core/language';
import { loadSharp } from '../../../platform/lazy-packages.ts';
import { perContext, type Context } from '../../../platform/context.ts';
import { cached } from '../../../platform/render/cache.ts';
import { RenderError } from '../../../platform/render/render-error.ts';
import { arrangements } from './arrange.ts';
import { blueprint, freshPaint, toolbox } from './designs/tools.ts';
import { clearSky, eveningLight } from './designs/houses.ts';
import { frontPorch } from './designs/front-porch.ts';
import { banner, type BannerContent, type Logo } from './layout.ts';
import type { Theme } from './theme.ts';
import type { FileStore } from '../../../platform/files/store.ts';

type DesignId = (typeof bannerDesigns)[number]['id'];

const themes: Record<DesignId, Theme> = {
  1: clearSky,
  2: frontPorch,
  3: blueprint,
  4: eveningLight,
  5: freshPaint,
  6: toolbox,
};

/** An existing banner: one of the designs in one of the sizes. */
export interface BannerKind {
  design: DesignId;
  size: BannerSize;
  /** Pixels. */
  width: number;
  height: number;
}

/** The banner with this id and size (its name or `728x90`); undefined when not found. */
export function findBanner(id: string, size: string): BannerKind | undefined {
  const design = bannerDesigns.find((one) => String(one.id) === id);
  const found = bannerSizes.find((one) => one.name === size || one.size === size);
  return design && found && { design: design.id, ...found };
}

/** The banner as a self-contained page in its size. */
export function bannerHtml({ design, ...frame }: BannerKind, content: BannerContent): string {
  const theme = themes[design];
  return banner(frame, theme, arrangements[frame.size](frame, theme, content));
}

interface BannerPage {
  companyName: string;
  logoKey: string | null;
}

/**
 * A PNG in the banner's size, rendered once per content. Throws a `RenderError` when it can't be
 * rendered.
 */
export async function bannerPicture(
  context: Context,
  kind: BannerKind,
  page: BannerPage,
  language: Language,
): Promise<Buffer> {
  const { width, height } = kind;
  const html = bannerHtml(kind, {
    companyName: page.companyName,
    logo: await logos(context).of(page.logoKey),
    language,
  });
  try {
    return (await drawing(context).pngFast({ html, width, height })).bytes;
  } catch (error) {
    if (!(error instanceof RenderError) || error.code !== 'unsupported') throw error;
    return (await drawing(context).png({ html, width, height })).bytes;
  }
}

/** Twice the largest logo area of a banner, to keep its details. Pixels. */
const box = { width: 300, height: 200 } as const;
const maxLogos = 200;

/** Pages' logos, scaled down for banners. Cached, because the content of a key never changes. */
export class BannerLogos {
  readonly #files: Pick<FileStore, 'read'>;
  readonly #logos = new Map<string, Logo>();

  constructor(files: Pick<FileStore, 'read'>) {
    this.#files = files;
  }

  /** Null without a logo or for an unreadable one: the banner then shows the name. */
  async of(key: string | null): Promise<Logo | null> {
    const known = key === null ? null : this.#logos.get(key);
    if (known !== undefined || key === null) return known ?? null;
    const logo = await this.#make(key).catch(() => null);
    const [oldest] = this.#logos.keys();
    if (this.#logos.size >= maxLogos && oldest !== undefined) this.#logos.delete(oldest);
    if (logo !== null) this.#logos.set(key, logo);
    return logo;
  }

  async #make(key: string): Promise<Logo | null> {
    const stored = await this.#files.read(key);
    if (stored === null) return null;
    const sharp = await loadSharp();
    const { data, info } = await sharp(stored, { limitInputPixels: 40_000_000 })
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer({ resolveWithObject: true });
    const url = `data:image/png;base64,${data.toString('base64')}`;
    return { url, width: info.width, height: info.height, isLight: await isLight(data) };
  }
}

const logos = perContext(({ files }) => new BannerLogos(files));

const drawing = perContext((context) => cached(context.files, context.drawing));

/**
 * Whether the visible part of an image is nearly white: its mean luminance, weighted by opacity.
 */
async function isLight(png: Buffer): Promise<boolean> {
  const sharp = await loadSharp();
  const pixels = await sharp(png).ensureAlpha().toColourspace('srgb').raw().toBuffer();
  let [light, seen] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    light += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha;
    seen += alpha;
  }
  return seen > 0 && light / seen > 225;
}
