import type { Brand } from '@lintel/contract/brand';
import { languageParameter, type Language } from '@lintel/contract/core/language';
import { phoneText } from '@lintel/contract/core/field-rules';
import { estimateLoan } from '@lintel/contract/marketing/calculator';
import { example, examplePayment } from '@lintel/contract/marketing/payment-example';
import { loadQrCode, loadSharp } from '../../../platform/lazy-packages.ts';
import { toCents, wholeDollarsText } from '../../../platform/money.ts';
import { AppError } from '../../../platform/errors.ts';
import type { HelperPool } from '../../../platform/helper/pool.ts';
import { renderTemplate } from '../../../platform/liquid/in-helper.ts';
import { TemplateError } from '../../../platform/liquid/problem.ts';
import { isBusy, RenderError } from '../../../platform/render/render-error.ts';

/** A page's content for flyers and social images. Cheap to load; images are rendered from it. */
export interface Facts {
  language: Language;
  companyName: string;
  /** Ten digits, or empty. */
  phone: string;
  extension: string;
  websiteUrl: string;
  qrTarget: 'page' | 'website';
  /** Null: the materials show only the name. */
  logoKey: string | null;
  pageUrl: string;
  title: string;
}

/**
 * Template variables, described in docs/reference/templates.md. Missing values are null, which
 * Liquid's `if` treats as false.
 */
export type TemplateData = Record<string, unknown>;

const exampleAmounts = [5_000, 10_000, 20_000, 40_000] as const;
/** A QR code holds about 2,300 characters at this error correction level. */
const longestCode = 1500;

/**
 * The data for a page's templates. `source` is added to the page's URL, so that reports show where
 * visitors came from.
 */
export async function buildTemplateData(
  facts: Facts,
  { logo, brand, source }: { logo: Buffer | null; brand: Brand; source: 'flyer' | 'social' },
): Promise<TemplateData> {
  const website = bareAddress(facts.websiteUrl);
  const codes = {
    page: await drawQrCode(pageAddress(facts, { source })),
    website: facts.websiteUrl === '' ? null : await drawQrCode(facts.websiteUrl),
  };
  const target = facts.qrTarget === 'website' && codes.website !== null ? 'website' : 'page';
  const shortUrl = bareAddress(facts.pageUrl);
  return {
    language: facts.language,
    company: {
      name: facts.companyName,
      phone: orNull(phoneText(facts.phone)),
      extension: orNull(facts.extension),
      website: orNull(website),
    },
    ...(await logoData(logo)),
    page: { url: pageAddress(facts, {}), shortUrl, title: orNull(facts.title) },
    qr: { ...codes, target, code: codes[target], label: target === 'page' ? shortUrl : website },
    example: { ...paymentExample(15_000), rows: exampleAmounts.map(paymentExample) },
    brand: { ...brand, onPrimary: textOn(brand.primaryColor), onAccent: textOn(brand.accentColor) },
  };
}

/** The page's URL in the language of the materials. */
export function pageAddress(
  { pageUrl, language }: Pick<Facts, 'pageUrl' | 'language'>,
  query: Record<string, string>,
): string {
  const spoken = language === 'en' ? {} : { [languageParameter]: language };
  const search = new URLSearchParams({ ...query, ...spoken }).toString();
  return search === '' ? pageUrl : `${pageUrl}?${search}`;
}

/**
 * A logo for `<img>` with its aspect ratio (width / height), because not every engine preserves it.
 */
async function logoData(
  logo: Buffer | null,
): Promise<{ logo: string | null; logoRatio: number | null }> {
  if (logo === null) return { logo: null, logoRatio: null };
  const sharp = await loadSharp();
  const { width, height } = await sharp(logo).metadata();
  return { logo: `data:image/png;base64,${logo.toString('base64')}`, logoRatio: width / height };
}

/** A QR code as an SVG without a margin; null for a text that is too long. */
export async function drawQrCode(text: string): Promise<string | null> {
  if (Buffer.byteLength(text) > longestCode) return null;
  const svg = await (
    await loadQrCode()
  ).toString(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** The figures of an example loan as text, labeled as an example. */
function paymentExample(amount: number) {
  const { total } = estimateLoan(amount * 100, example.apr, example.months);
  return {
    amount: wholeDollarsText(toCents(amount)),
    monthly: wholeDollarsText(toCents(examplePayment(amount))),
    months: example.months,
    years: example.months / 12,
    apr: `${example.apr}%`,
    total: wholeDollarsText(total),
  };
}

/** A URL for display: without scheme and trailing slash. */
export const bareAddress = (url: string): string =>
  url.replace(/^https?:\/\//i, '').replace(/\/$/, '');

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Black or white, whichever is more readable on `#RRGGBB` (relative luminance as in WCAG). */
export function textOn(color: string): '#000000' | '#FFFFFF' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#FFFFFF';
}

/** Renders a template with data to HTML. Throws `render_failed` with the line, or `busy`. */
export type Draft = (body: string, data: TemplateData) => Promise<string>;

/** Escapes values for HTML; `raw` is for markup that a template captured itself. */
export const draftIn =
  (pool: HelperPool, timeZone: string): Draft =>
  (source, data) =>
    drawing(() => renderTemplate(pool, { source, data, escaping: 'html', timeZone }));

/** The error for a template that can't be rendered, as a message and on the template's field. */
export const renderFailed = (message: string): AppError =>
  new AppError('render_failed', { message, fields: { body: message } });

/**
 * Runs a renderer and converts its errors to API errors: `busy`, or `render_failed` with the name
 * of the construct.
 */
export async function drawing<Result>(draw: () => Promise<Result>): Promise<Result> {
  try {
    return await draw();
  } catch (error) {
    if (error instanceof TemplateError) throw renderFailed(error.message);
    if (!(error instanceof RenderError)) throw error;
    throw isBusy(error) ? new AppError('busy') : renderFailed(error.message);
  }
}
