import type { Source } from '@lintel/contract/applications/constants';
import { textOn } from '@lintel/contract/core/color';
import { languageParameter, type Language } from '@lintel/contract/core/language';
import { calculatorHeights } from '@lintel/contract/marketing/calculator';
import { bannerSizes, realWidget } from '@lintel/contract/marketing/constants';
import { fullPageHeights } from '@lintel/contract/marketing/embeds';
import { escapeHtml } from '../../../platform/escape-html.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';
import { narrowerThan } from '../banners/narrower.ts';

/** The page that a code links to. */
export interface SnippetPage {
  id: number;
  pageName: string;
  companyName: string;
}

export interface Code {
  html: string;
  script: string;
}

/** Colors as `#RRGGBB`. */
interface FrameOptions {
  color1: string;
  color2: string;
  coBrandedColor: string;
  hideLink: '0' | '1';
  /** Undefined: the language of the visitor's browser. */
  lang?: Language | undefined;
}

/** Visitor-facing texts in the codes. */
const texts: Record<Language, CodeTexts> = {
  en: {
    calculator: (company) => `Monthly payment calculator of ${company}`,
    fullPage: (company) => `Financing with ${company}`,
    apply: realWidget.text,
    banner: (company) => `Financing with ${company}: see your monthly payment options`,
  },
  es: {
    calculator: (company) => `Calculadora de pagos mensuales de ${company}`,
    fullPage: (company) => `Financiamiento con ${company}`,
    apply: 'Solicite ahora',
    banner: (company) => `Financiamiento con ${company}: vea sus opciones de pago mensual`,
  },
};

interface CodeTexts {
  calculator(company: string): string;
  fullPage(company: string): string;
  apply: string;
  banner(company: string): string;
}

const hex = (color: string): string => color.slice(1);

/** Builds embed codes for other websites; everything in them is escaped. */
export class Snippets {
  readonly #publicUrl: string;
  readonly #script: string;

  /** `publicUrl` has no trailing slash. */
  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
    this.#script = `<script async src="${escapeHtml(publicUrl)}/embeds/v1.js"></script>`;
  }

  calculator(page: SnippetPage, options: FrameOptions & { border: '0' | '1' }): Code {
    const { narrow, wide, offersButton } = calculatorHeights;
    const less = options.hideLink === '1' ? offersButton : 0;
    const label = inLanguage(options.lang, ({ calculator }) => calculator(page.companyName));
    const link = this.#link(page, 'calculator', label);
    const content = [`<div>${link}</div>`, reserve({ narrow: narrow - less, wide })];
    const data = { ...frameOptions(options), border: options.border };
    return this.#code(place('calculator', page, label, data, content));
  }

  fullPage(page: SnippetPage, options: FrameOptions): Code {
    const label = inLanguage(options.lang, ({ fullPage }) => fullPage(page.companyName));
    const content = [
      `<div>${this.#link(page, 'full-page', label)}</div>`,
      reserve(fullPageHeights),
    ];
    return this.#code(place('full-page', page, label, frameOptions(options), content));
  }

  button(page: SnippetPage, options: ButtonOptions): Code {
    const { color1, color2, color3, widthbtn, hideLink, textButton } = options;
    const isOurs = textButton === '' || textButton === realWidget.text;
    const label = inLanguage(options.lang, ({ apply }) => (isOurs ? apply : textButton));
    const ink = textOn(color1, color3);
    const colors = { color1: hex(color1), color2: hex(color2), color3: hex(color3), ink: hex(ink) };
    const content = [
      hideLink === '1' ? escapeHtml(label.text) : this.#link(page, 'real-widget', label),
      `<canvas width="1" height="${buttonHeight}"></canvas>`,
    ];
    const data = { ...colors, width: String(widthbtn) };
    return this.#code(place('real-widget', page, label, data, content));
  }

  /**
   * An image in a link. Windows too narrow for a banner get a narrower one: shrunk, it would be
   * unreadable, and a policy without inline styles wouldn't let it shrink.
   */
  banner(page: SnippetPage, banner: BannerOptions): string {
    const { width, height, hideLink, lang } = banner;
    const label = inLanguage(lang, ({ banner: alt }) => alt(page.companyName));
    const src = this.#pictureOf(page, banner);
    // Attributes reserve the space; the style shrinks the image in a column, where a policy allows
    // it.
    const image = `<img src="${escapeHtml(src)}" width="${width}" height="${height}" alt="${escapeHtml(label.text)}" style="max-width:100%;height:auto" referrerpolicy="no-referrer-when-downgrade">`;
    const sources = narrowerThan(width).map(
      (size) =>
        `<source media="(max-width: ${size.upTo}px)" srcset="${escapeHtml(this.#pictureOf(page, { ...banner, ...size }))}" width="${size.width}" height="${size.height}">`,
    );
    const cut = sources.length === 0 ? image : `<picture>${sources.join('')}${image}</picture>`;
    return hideLink === '1'
      ? cut
      : `<a href="${escapeHtml(this.#addressOf(page, 'banner', lang === 'en' ? undefined : lang))}">${cut}</a>`;
  }

  #pictureOf(page: SnippetPage, { id, width, height, lang }: BannerOptions): string {
    const name = bannerSizes.find((one) => one.width === width && one.height === height)?.name;
    const address = `${this.#publicUrl}/embeds/picture/${id}/${page.id}-${name}.png`;
    return lang === 'en' ? address : `${address}?${languageParameter}=${lang}`;
  }

  #code(html: string): Code {
    return { html, script: this.#script };
  }

  #addressOf(page: SnippetPage, source: Source, lang: Language | undefined): string {
    const address = `${this.#publicUrl}/p/${page.pageName}?source=${source}`;
    return lang === undefined ? address : `${address}&${languageParameter}=${lang}`;
  }

  #link(page: SnippetPage, source: Source, { text, lang }: CodeText): string {
    return `<a href="${escapeHtml(this.#addressOf(page, source, lang))}">${escapeHtml(text)}</a>`;
  }
}

/** A text in a code. */
interface CodeText {
  text: string;
  /** The language that the contractor chose for the code. */
  lang: Language | undefined;
  /** The Spanish version, for Spanish browsers, when no language was chosen. */
  spanish: string | null;
}

function inLanguage(lang: Language | undefined, textOf: (texts: CodeTexts) => string): CodeText {
  const text = textOf(texts[lang ?? 'en']);
  const spanish = textOf(texts.es);
  return { text, lang, spanish: lang === undefined && spanish !== text ? spanish : null };
}

interface BannerOptions {
  id: number;
  width: number;
  height: number;
  hideLink: '0' | '1';
  lang: Language;
}

interface ButtonOptions {
  color1: string;
  color2: string;
  color3: string;
  widthbtn: number;
  textButton: string;
  hideLink: '0' | '1';
  lang?: Language | undefined;
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
  { lang, spanish }: CodeText,
  options: Record<string, string>,
  content: string[],
): string => {
  const data = {
    lintel: kind,
    page: String(page.id),
    ...options,
    ...(lang !== undefined && { lang }),
    ...(spanish !== null && { es: spanish }),
  };
  const attributes = [
    ...Object.entries(data).map(([name, value]) => `data-${name}="${escapeHtml(value)}"`),
    ...(lang === undefined ? [] : [`lang="${lang}"`]),
  ];
  return `<div ${attributes.join(' ')}>${content.join('')}</div>`;
};

/**
 * Space for a frame, without styles, which a strict policy would reject: two empty drawings, side
 * by side in a wide column and stacked in a narrow one. If the loader hasn't replaced them after
 * some seconds, because it is blocked or the server is down, they release the space, so that the
 * page shows a plain link and no gap. Without scripts, nothing is reserved.
 */
const reserve = ({ narrow, wide }: { narrow: number; wide: number }): string =>
  [wide, narrow - wide]
    .map(
      (height) =>
        `<svg width="${half}" height="${height}"><set attributeName="height" to="0" begin="${patience}s"/></svg>`,
    )
    .join('') + '<noscript><style>[data-lintel] svg{display:none}</style></noscript>';

/** Seconds before the space is released if the loader doesn't run. */
const patience = 5;

const half = calculatorHeights.wideFrom / 2;

/** A website containing only this code, for the contractor's preview. */
export const widgetPreview = (companyName: string, code: string): FileAnswer => ({
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
