import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allEndpoints } from '@lintel/contract/all';
import { bannerDesigns, bannerSizes } from '@lintel/contract/marketing/constants';
import { Snippets } from './snippets.ts';

const site = 'https://pay.example';
const list = new URL('../../../../test/filter-lists/generic-rules.txt', import.meta.url);
const rules = readFileSync(list, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('!'));

/** A rule's pattern in ad blocker syntax: `*` is anything, `^` a separator, `|` an end. */
function patternOf(rule: string): RegExp {
  const signs = rule
    .replace(/^\||\|$/g, '')
    .split('')
    .map((sign) => {
      if (sign === '*') return '.*';
      if (sign === '^') return String.raw`(?:[^\w.%-]|$)`;
      return sign.replace(/[$()+.?[\\\]{|}]/, String.raw`\$&`);
    });
  return new RegExp(
    `${rule.startsWith('|') ? '^' : ''}${signs.join('')}${rule.endsWith('|') ? '$' : ''}`,
    'i',
  );
}

const patterns = rules.map((rule) => ({ rule, pattern: patternOf(rule) }));
/** The addresses that an ad blocker with these lists blocks on any website, and by which rule. */
const blocked = (addresses: readonly string[]): string[] =>
  addresses.flatMap((address) =>
    patterns
      .filter(({ pattern }) => pattern.test(address))
      .map(({ rule }) => `${address} by ${rule}`),
  );

/** Every address in the embed codes for contractors. */
function addressesOfCodes(): string[] {
  const snippets = new Snippets(site);
  const page = { id: 7, pageName: 'summit', companyName: 'Summit Roofing LLC' };
  const colors = { color1: '#FFD200', color2: '#472152', coBrandedColor: '#293033' };
  const button = { ...colors, color3: '#FFFFFF', widthbtn: 400, textButton: '' };
  const shown = { hideLink: '0', lang: 'es' } as const;
  const frames = [
    snippets.calculator(page, { ...colors, ...shown, border: '1' }),
    snippets.fullPage(page, { ...colors, ...shown }),
    snippets.button(page, { ...button, ...shown }),
  ];
  const banners = bannerDesigns.flatMap(({ id }) =>
    bannerSizes.map(({ width, height }) => snippets.banner(page, { id, width, height, ...shown })),
  );
  const codes = [...frames.flatMap(({ html, script }) => [html, script]), ...banners];
  return codes.flatMap((code) =>
    [...code.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    ),
  );
}

/** Requests of the loader and the frames, and the pages that homeowners open. */
const otherAddresses = [
  '/embeds/calculator.js?v=0123456789',
  '/embeds/frame.js?v=0123456789',
  ...['calculator', 'full-page', 'apply', 'seen'].map(
    (path) =>
      `/embeds/${path}/7?site=https%3A%2F%2Froofer.com%2Ffinancing&color1=FFD200&color2=472152&color3=293033&border=1&hidelink=0&lang=es`,
  ),
  '/p/summit?source=real-widget&lang=es',
  '/p/summit/application',
  '/p/summit/legal/sharing?lang=en',
  '/homeowner/en/assets/entry-client-BuGQYoHT.css',
];

test('an ad blocker with common lists blocks no address of the product', () => {
  const codes = addressesOfCodes();
  expect(codes.length).toBeGreaterThan(bannerDesigns.length * bannerSizes.length);
  const calls = allEndpoints.map(({ path }) => `/api/v1${path.replaceAll(/\{\w+\}/g, '7')}`);
  expect(blocked([...codes, ...[...otherAddresses, ...calls].map((path) => site + path)])).toEqual(
    [],
  );
});

test('the check detects an address with an ad size', () => {
  expect(blocked([`${site}/embeds/banner/3/7-728x90.png`])).toEqual([
    `${site}/embeds/banner/3/7-728x90.png by -728x90.`,
  ]);
});
