import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultBrand } from '@lintel/contract/brand';
import { languages, type Language } from '@lintel/contract/core/language';
import type { Renderer } from '../../../../platform/render/port.ts';
import { readPdf } from '../../../../../test/pdf.ts';
import { testHelpers } from '../../../../../test/edges.ts';
import { openTestRenderer } from '../../../../../test/renderer.ts';
import { isAll, sample } from '../../../../../test/sample.ts';
import { pageAddress, drawQrCode, buildTemplateData, draftIn, type Facts } from '../data.ts';
import { socialFormat } from '../studio.ts';
import { flyerDesigns, socialDesigns } from './index.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = openTestRenderer();
  await renderer.warmUp();
});
afterAll(() => renderer.close());

const logoOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0F5132' } })
    .png()
    .toBuffer();
const usual: Facts = {
  language: 'en',
  companyName: 'Summit Roofing LLC',
  phone: '3035550110',
  extension: '12',
  websiteUrl: 'http://www.summitroofing.example',
  qrTarget: 'page',
  logoKey: 'a',
  pageUrl: 'https://financing.example/p/summit-roofing',
  title: '',
};
const long: Facts = {
  ...usual,
  companyName:
    'Anderson, Kowalczyk & Rodriguez-Fernandez Brothers Home Improvement, Roofing and Restoration Company',
  extension: '123456',
  websiteUrl: `http://www.${'anderson-kowalczyk-'.repeat(5)}restoration.example`,
  qrTarget: 'website',
};
const bare: Facts = {
  ...usual,
  companyName: 'Bo',
  phone: '',
  extension: '',
  websiteUrl: '',
  logoKey: null,
};

const variants = {
  usual: () => [usual, logoOf(900, 240)] as const,
  'a long name and website, and a wide logo': () => [long, logoOf(1200, 110)] as const,
  'a tall logo': () => [usual, logoOf(300, 600)] as const,
  'a name alone': () => [bare, null] as const,
};
const draft = draftIn(testHelpers.templates, 'America/New_York');

async function htmlOf(
  body: string,
  variant: keyof typeof variants,
  { language = 'en', ...more }: { language?: Language; image?: object } = {},
): Promise<string> {
  const [words, logo] = variants[variant]();
  const facts = { ...words, language };
  const data = await buildTemplateData(facts, {
    logo: await logo,
    brand: defaultBrand,
    source: 'flyer',
  });
  return draft(body, { ...data, ...more });
}

/** Required content of a flyer. */
const musts: Record<Language, string[]> = {
  en: ['Example', '$241', 'a month', 'soft check', 'is not a lender', 'not an offer of credit'],
  es: [
    'Ejemplo',
    '$241',
    'al mes',
    'consulta suave (soft check)',
    'no es prestamista',
    'no una oferta de crédito',
  ],
};
const variantNames = Object.keys(variants) as (keyof typeof variants)[];
/** Two variants of each flyer in each language, alternating, or all of them. */
const flyersInAll = flyerDesigns
  .flatMap((design) => languages.map((language) => ({ ...design, language })))
  .map((flyer, at) => ({
    ...flyer,
    drawn: variantNames.filter(
      (_name, number) => isAll || number % 2 === (at + Math.floor(at / 2)) % 2,
    ),
  }));

describe.each(flyersInAll)('the flyer $title in $language', ({ body, language, drawn }) => {
  test.each(drawn)('is print-ready with %s', async (variant) => {
    const html = await htmlOf(body, variant, { language });
    const pdf = await renderer.pdf({ html, paper: 'letter' });
    const { pages, text, pictures } = await readPdf(pdf);
    expect(pages).toHaveLength(2);
    // Everything but the logo is vector graphics, including the QR code.
    expect(pictures).toBe(variant === 'a name alone' ? 0 : 1);
    const [{ companyName, phone, extension, websiteUrl }] = variants[variant]();
    const [front, whole] = [compact(pages[0] ?? ''), compact(text)];
    expect(front).toContain(compact(companyName));
    for (const part of musts[language]) expect(whole).toContain(compact(part));
    expect(front.includes('(303)555-0110')).toBe(phone !== '');
    expect(front.includes(`ext.${extension || 'none'}`)).toBe(extension !== '');
    expect(front).toContain(websiteUrl.replace('http://', ''));
    expect(whole).not.toMatch(/null|undefined/);
    for (const page of await renderer.pages(pdf, { width: 850 }))
      expect(await inkNearTheEdge(page)).toBe(0);
  });
});

/**
 * Removes whitespace, since line and word ends are inferred from gaps, and the marker of a hyphen
 * at the end of a line.
 */
const compact = (text: string): string => text.replaceAll('\uFFFE', '-').replaceAll(/\s/g, '');

/**
 * Number of non-white pixels within a third of an inch of the edge, on a page rendered at 100 dpi.
 */
async function inkNearTheEdge(png: Buffer): Promise<number> {
  const { data, info } = await sharp(png)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const margin = 33;
  return data.filter((value, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return value < 250 && (x < margin || y < margin || x >= width - margin || y >= height - margin);
  }).length;
}

test.each(flyerDesigns)(
  'the QR code on $title leads to the page with its source, or to the website',
  async ({ body }) => {
    const codes = [
      await drawQrCode(`${usual.pageUrl}?source=flyer`),
      await drawQrCode(long.websiteUrl),
    ];
    for (const [variant, own, other] of [
      ['usual', codes[0], codes[1]],
      ['a long name and website, and a wide logo', codes[1], codes[0]],
    ] as const) {
      const html = await htmlOf(body, variant);
      expect(html).toContain(`src="${own}"`);
      expect(html).not.toContain(other);
    }
  },
);

test('Spanish materials link to the Spanish page', async () => {
  const spanish = { ...usual, language: 'es' } as const;
  expect(pageAddress(usual, {})).toBe(usual.pageUrl);
  expect(pageAddress(spanish, { source: 'flyer' })).toBe(`${usual.pageUrl}?source=flyer&lang=es`);
  for (const source of ['flyer', 'social'] as const) {
    const data = await buildTemplateData(spanish, { logo: null, brand: defaultBrand, source });
    expect(data).toMatchObject({
      page: {
        url: `${usual.pageUrl}?lang=es`,
        shortUrl: 'financing.example/p/summit-roofing',
      },
      qr: { page: await drawQrCode(`${usual.pageUrl}?source=${source}&lang=es`) },
    });
  }
});

test.each([...flyerDesigns, ...socialDesigns])(
  '$title is complete in both languages',
  ({ body }) => {
    const text = body
      .replaceAll(/<(style|title|svg)\b.*?<\/\1>/gs, ' ')
      .replaceAll(/\{\{-?\s*'[^']+'\s*\|\s*es:\s*'[^']+'.*?\}\}/gs, ' ')
      .replaceAll(/\{\{.*?\}\}|\{%.*?%\}/gs, ' ')
      .replaceAll(/<[^>]*>/gs, ' ');
    // "ext" is the same in both.
    expect(text.match(/\p{L}{2,}/gu)?.filter((word) => word !== 'ext') ?? []).toEqual([]);
  },
);

describe('social media designs', () => {
  test('have unique ids and titles, three for each content', () => {
    expect(new Set(socialDesigns.map(({ id }) => id)).size).toBe(21);
    expect(new Set(socialDesigns.map(({ title }) => title)).size).toBe(21);
    expect(socialDesigns.every(({ body }) => !body.includes('<!-- scene -->'))).toBe(true);
  });

  // A story is the same for both networks.
  const drawn = socialDesigns
    .filter(({ title }) => !title.includes('Instagram story'))
    .flatMap((design) => languages.map((language) => ({ ...design, language })));
  test.each(sample(drawn, 3))(
    'the fast engine renders $title in $language like a browser',
    async (design) => {
      const format = socialFormat(design);
      const html = await htmlOf(design.body, 'a long name and website, and a wide logo', {
        image: format,
        language: design.language,
      });
      expect(await renderer.compare({ html, ...format })).toMatchObject({
        agrees: true,
        reason: null,
      });
    },
  );
});
