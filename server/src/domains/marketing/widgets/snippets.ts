import type { Source } from '@lintel/contract/applications/constants';
import { textOn } from '@lintel/contract/core/color';
import { calculatorHeights } from '@lintel/contract/marketing/calculator';
import { realWidget } from '@lintel/contract/marketing/constants';
import { fullPageHeights } from '@lintel/contract/marketing/embeds';
import { escapeHtml } from '../../../platform/escape-html.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';

/** The page that a code leads to. */
export interface SnippetPage {
  id: number;
  pageName: string;
  companyName: string;
}

export interface Code {
  html: string;
  script: string;
}

/** Colours as `#RRGGBB`. */
interface FrameOptions {
  color1: string;
  color2: string;
  coBrandedColor: string;
  hideLink: '0' | '1';
}

const hex = (color: string): string => color.slice(1);

/** Builds the codes for other people's websites; everything in them is escaped. */
export class Snippets {
  readonly #publicUrl: string;
  readonly #script: string;

  /** `publicUrl` has no slash at its end. */
  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
    this.#script = `<script async src="${escapeHtml(publicUrl)}/embeds/v1.js"></script>`;
  }

  calculator(page: SnippetPage, options: FrameOptions & { border: '0' | '1' }): Code {
    const { narrow, wide, offersButton } = calculatorHeights;
    const less = options.hideLink === '1' ? offersButton : 0;
    const link = this.#link(
      page,
      'calculator',
      `Monthly payment calculator of ${page.companyName}`,
    );
    const content = [`<div>${link}</div>`, reserve({ narrow: narrow - less, wide })];
    return this.#code(
      place('calculator', page, { ...frameOptions(options), border: options.border }, content),
    );
  }

  fullPage(page: SnippetPage, options: FrameOptions): Code {
    const link = this.#link(page, 'full-page', `Financing with ${page.companyName}`);
    return this.#code(
      place('full-page', page, frameOptions(options), [
        `<div>${link}</div>`,
        reserve(fullPageHeights),
      ]),
    );
  }

  button(page: SnippetPage, options: ButtonOptions): Code {
    const { color1, color2, color3, widthbtn, hideLink } = options;
    const text = options.textButton || realWidget.text;
    const ink = textOn(color1, color3);
    const colors = { color1: hex(color1), color2: hex(color2), color3: hex(color3), ink: hex(ink) };
    const content = [
      hideLink === '1' ? escapeHtml(text) : this.#link(page, 'real-widget', text),
      `<canvas width="1" height="${buttonHeight}"></canvas>`,
    ];
    return this.#code(place('real-widget', page, { ...colors, width: String(widthbtn) }, content));
  }

  banner(
    page: SnippetPage,
    banner: { id: number; width: number; height: number; hideLink: '0' | '1' },
  ): string {
    const { id, width, height, hideLink } = banner;
    const src = `${this.#publicUrl}/embeds/banner/${id}/${page.id}-${width}x${height}.png`;
    const alt = `Financing with ${page.companyName}: see your monthly payment options`;
    const image = `<img src="${escapeHtml(src)}" width="${width}" height="${height}" alt="${escapeHtml(alt)}" style="max-width:100%;height:auto" referrerpolicy="no-referrer-when-downgrade">`;
    return hideLink === '1'
      ? image
      : `<a href="${escapeHtml(this.#addressOf(page, 'banner'))}">${image}</a>`;
  }

  #code(html: string): Code {
    return { html, script: this.#script };
  }

  #addressOf(page: SnippetPage, source: Source): string {
    return `${this.#publicUrl}/p/${page.pageName}?source=${source}`;
  }

  #link(page: SnippetPage, source: Source, text: string): string {
    return `<a href="${escapeHtml(this.#addressOf(page, source))}">${escapeHtml(text)}</a>`;
  }
}

interface ButtonOptions {
  color1: string;
  color2: string;
  color3: string;
  widthbtn: number;
  textButton: string;
  hideLink: '0' | '1';
}

const buttonHeight = 56;

const frameOptions = ({
  color1,
  color2,
  coBrandedColor,
  hideLink,
}: FrameOptions): Record<string, string> => ({
  color1: hex(color1),
  color2: hex(color2),
  color3: hex(coBrandedColor),
  hidelink: hideLink,
});

const place = (
  kind: string,
  page: SnippetPage,
  options: Record<string, string>,
  content: string[],
): string => {
  const attributes = Object.entries({ lintel: kind, page: String(page.id), ...options });
  return `<div ${attributes.map(([name, value]) => `data-${name}="${escapeHtml(value)}"`).join(' ')}>${content.join('')}</div>`;
};

/**
 * Room for a frame that needs no style, which a strict policy would refuse: two empty pictures that
 * stand beside each other where there is room for both, and below each other where the column is
 * narrow. Without scripts a canvas takes no room.
 */
const reserve = ({ narrow, wide }: { narrow: number; wide: number }): string =>
  [wide, narrow - wide]
    .map((height) => `<canvas width="${half}" height="${height}"></canvas>`)
    .join('');

const half = calculatorHeights.wideFrom / 2;

/** A website with nothing but this code on it, for the contractor's eyes. */
export const previewOf = (companyName: string, code: string): FileAnswer => ({
  content: Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Preview | ${escapeHtml(companyName)}</title>
<style>body { margin: 0; }</style>
</head>
<body>
${code}
</body>
</html>
`),
  headers: { 'cache-control': 'no-store' },
});
