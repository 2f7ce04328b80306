import type { CachedRenderer } from '../../../platform/render/cache.ts';
import { RenderError } from '../../../platform/render/render-error.ts';
import { bannerHtml, type BannerKind } from './banner-html.ts';
import type { BannerLogos } from './logos.ts';

export interface BannerPicturesDeps {
  logos: BannerLogos;
  /** Draws quickly, or as a browser what the quick one cannot draw. */
  drawing: Pick<CachedRenderer, 'png' | 'pngFast'>;
}

interface BannerPage {
  companyName: string;
  logoKey: string | null;
}

/**
 * A PNG of the banner's size, drawn once for the same content. Throws a `RenderError` when it
 * cannot be drawn.
 */
export async function bannerPicture(
  deps: BannerPicturesDeps,
  kind: BannerKind,
  page: BannerPage,
): Promise<Buffer> {
  const { width, height } = kind;
  const html = bannerHtml(kind, {
    companyName: page.companyName,
    logo: await deps.logos.of(page.logoKey),
  });
  try {
    return (await deps.drawing.pngFast({ html, width, height })).bytes;
  } catch (error) {
    if (!(error instanceof RenderError) || error.code !== 'unsupported') throw error;
    return (await deps.drawing.png({ html, width, height })).bytes;
  }
}
