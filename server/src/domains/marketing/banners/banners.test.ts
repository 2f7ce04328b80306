import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { languages } from '@lintel/contract/core/language';
import { bannerDesigns, bannerSizes } from '@lintel/contract/marketing/constants';
import { openTestRenderer } from '../../../../test/renderer.ts';
import { isAll, sample } from '../../../../test/sample.ts';
import { bannerHtml, findBanner, type BannerKind, BannerLogos } from './banner-html.ts';
import type { Logo } from './layout.ts';

const renderer = openTestRenderer();
afterAll(() => renderer.close());

const kinds: BannerKind[] = bannerDesigns.flatMap(({ id }) =>
  bannerSizes.flatMap(({ size }) => findBanner(String(id), size) ?? []),
);

const everyBanner = kinds.flatMap((kind) => languages.map((language) => [kind, language] as const));

const logoOf = async (width: number, height: number): Promise<Logo> => {
  const png = await sharp({ create: { width, height, channels: 3, background: '#C0392B' } })
    .png()
    .toBuffer();
  return { url: `data:image/png;base64,${png.toString('base64')}`, width, height, isLight: false };
};

/** Each design in each language, as separate tests to keep each one short. */
const looks = bannerDesigns.flatMap(({ id, name }) =>
  languages.map((language) => ({ id, name, language })),
);

test.each(sample(looks, 3))(
  'the fast engine renders $name in $language like a browser',
  async ({ id, language }) => {
    const logo = await logoOf(200, 100);
    for (const kind of kinds.filter(({ design }) => design === id)) {
      const { width, height } = kind;
      const { agrees, reason } = await renderer.compare({
        html: bannerHtml(kind, { companyName: 'Müller & Søn “Roofs”', logo, language }),
        width,
        height,
      });
      expect([kind.size, agrees, reason]).toEqual([kind.size, true, null]);
    }
  },
);

/** Text lines and box positions, as declared in the page. */
const placesOf = (html: string): { left: number; top: number; width: number; height: number }[] =>
  [...html.matchAll(/left: (-?\d+)px; top: (-?\d+)px; width: (\d+)px; height: (\d+)px/g)].map(
    ([, left, top, width, height]) => ({
      left: Number(left),
      top: Number(top),
      width: Number(width),
      height: Number(height),
    }),
  );

const longNames = [
  'A',
  'Summit Roofing LLC',
  'Wetherby & Sons Home Improvement, Remodeling and Restoration Company of Minnesota',
  'W'.repeat(240),
];
const logos = [null, await logoOf(300, 20), await logoOf(20, 200)];
/** Each name with one of the logos, or with each of them. */
const named = longNames.flatMap((companyName, at) =>
  (isAll ? logos : [logos[at % logos.length] ?? null]).map((logo) => ({ companyName, logo })),
);

test.each(looks)(
  '$name in $language stays within its frame for every company name and logo',
  ({ id, language }) => {
    for (const { companyName, logo } of named)
      for (const kind of kinds.filter(({ design }) => design === id))
        for (const { left, top, width, height } of placesOf(
          bannerHtml(kind, { companyName, logo, language }),
        ))
          expect(
            [left >= 0, top >= 0, left + width <= kind.width, top + height <= kind.height],
            `${kind.size} ${companyName.slice(0, 20)}`,
          ).toEqual([true, true, true, true]);
  },
);

test('only a white logo gets a dark background', async () => {
  const drawn = async (color: string): Promise<Buffer> => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><circle cx="20" cy="20" r="18" fill="${color}"/></svg>`;
    return sharp(Buffer.from(svg)).png().toBuffer();
  };
  const files = {
    read: async (key: string) =>
      key === 'gone.png' ? null : drawn(key === 'white.png' ? '#FFFFFF' : '#B31417'),
  };
  const logos = new BannerLogos(files);
  expect(await logos.of('white.png')).toMatchObject({ isLight: true, width: 90, height: 40 });
  expect(await logos.of('red.png')).toMatchObject({ isLight: false });
  expect(await logos.of('gone.png')).toBeNull();
  expect(await logos.of(null)).toBeNull();
});

test('a name is escaped', () => {
  const [kind] = kinds;
  const html =
    kind && bannerHtml(kind, { companyName: '<img src=x> & "Sons"', logo: null, language: 'es' });
  expect(html).toContain('&lt;img src=x&gt; &amp; &quot;Sons&quot;');
});

test('no banner cuts off its text or button, in any language', async () => {
  for (const logo of [null, await logoOf(300, 200)])
    for (const [kind, language] of everyBanner)
      expect(
        bannerHtml(kind, { companyName: 'Summit Roofing LLC', logo, language }),
        `${kind.design} ${kind.size} ${language}`,
      ).not.toContain('…');
});

test('a Spanish banner contains no English', () => {
  for (const [kind] of everyBanner) {
    const html = bannerHtml(kind, { companyName: '', logo: null, language: 'es' });
    expect(html.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(
      /options|credit |project|monthly|now|over time/i,
    );
  }
});
