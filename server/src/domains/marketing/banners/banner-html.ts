import { bannerDesigns, bannerSizes, type BannerSize } from '@lintel/contract/marketing/constants';
import type { CachedRenderer } from '../../../platform/render/cache.ts';
import { RenderError } from '../../../platform/render/render-error.ts';
import { arrangements } from './arrange.ts';
import { blueprint } from './designs/blueprint.ts';
import { clearSky } from './designs/clear-sky.ts';
import { eveningLight } from './designs/evening-light.ts';
import { freshPaint } from './designs/fresh-paint.ts';
import { frontPorch } from './designs/front-porch.ts';
import { toolbox } from './designs/toolbox.ts';
import { banner, type BannerContent } from './layout.ts';
import type { Theme } from './theme.ts';
import type { BannerLogos } from './logos.ts';

type DesignId = (typeof bannerDesigns)[number]['id'];

const themes: Record<DesignId, Theme> = {
  1: clearSky,
  2: frontPorch,
  3: blueprint,
  4: eveningLight,
  5: freshPaint,
  6: toolbox,
};

/** A banner that there is: one of the designs in one of the sizes. */
export interface BannerKind {
  design: DesignId;
  size: BannerSize;
  /** Pixels. */
  width: number;
  height: number;
}

/** The banner of this id and size (`728x90`), or undefined when there is none. */
export function findBanner(id: string, size: string): BannerKind | undefined {
  const design = bannerDesigns.find((one) => String(one.id) === id);
  const found = bannerSizes.find((one) => one.size === size);
  return design && found && { design: design.id, ...found };
}

/** The banner as a page of its own size, with nothing to load. */
export function bannerHtml({ design, ...frame }: BannerKind, content: BannerContent): string {
  const theme = themes[design];
  return banner(frame, theme, arrangements[frame.size](frame, theme, content));
}

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
