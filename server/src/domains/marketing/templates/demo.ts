import type { Brand } from '@lintel/contract/brand';
import { mapValues } from '@lintel/contract/core/map-values';
import { isRecord } from '@lintel/contract/core/narrow';
import { loadSharp } from '../../../platform/lazy-packages.ts';
import { buildTemplateData, type Facts, type TemplateData } from './data.ts';

type Fields = Record<string, unknown>;

/** Preview data of a template: `text` (JSON of an object) overrides the generated values. */
export async function parseDemoData(text: string, brand: Brand): Promise<TemplateData> {
  const demo: Fields = JSON.parse(text);
  const made = await buildTemplateData(parseFacts(demo), {
    logo: 'logo' in demo ? null : await demoLogo(),
    brand,
    source: 'flyer',
  });
  const whole = Object.fromEntries(
    Object.entries({ ...made, ...demo }).map(
      ([name, value]) => [name, over(made[name], value)] as const,
    ),
  );
  const logo = typeof demo['logo'] === 'string' && demo['logo'] !== '' ? demo['logo'] : null;
  if (logo !== null && demo['logoRatio'] === undefined) whole['logoRatio'] = await readRatio(logo);
  return mapValues(whole, withoutEmpties);
}

function parseFacts(demo: Fields): Facts {
  const [company, page, qr] = [
    parseFields(demo['company']),
    parseFields(demo['page']),
    parseFields(demo['qr']),
  ];
  return {
    language: demo['language'] === 'es' ? 'es' : 'en',
    companyName: parseText(company['name']),
    phone: parseText(company['phone']),
    extension: parseText(company['extension']),
    websiteUrl: parseText(company['website']),
    qrTarget: qr['target'] === 'website' ? 'website' : 'page',
    logoKey: null,
    pageUrl: parseText(page['url']),
    title: parseText(page['title']),
  };
}

const parseFields = (value: unknown): Fields => (isRecord(value) ? value : {});
const parseText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Merges objects field by field; any other value replaces the generated one. */
const over = (made: unknown, demo: unknown): unknown =>
  isRecord(made) && isRecord(demo) ? { ...made, ...demo } : demo;

/** A logo of unreadable size is treated as square; rendering reports the problem. */
async function readRatio(address: string): Promise<number> {
  const [, body = ''] = /^data:image\/[a-z]+;base64,(.+)$/i.exec(address) ?? [];
  try {
    const sharp = await loadSharp();
    const { width, height } = await sharp(Buffer.from(body, 'base64')).metadata();
    return width / height;
  } catch {
    return 1;
  }
}

/** Removes empty strings, which are true in Liquid. */
function withoutEmpties(value: unknown): unknown {
  if (value === '') return null;
  if (Array.isArray(value)) return value.map(withoutEmpties);
  return isRecord(value) ? mapValues(value, withoutEmpties) : value;
}

/** Preview data until staff change it. Omitted values are generated: codes, examples, a logo. */
export const defaultDemoData = JSON.stringify(
  {
    company: {
      name: 'Summit Roofing LLC',
      phone: '(303) 555-0110',
      extension: '12',
      website: 'www.summitroofing.example',
    },
    page: {
      url: 'https://financing.example/p/summit-roofing',
      title: 'A new roof, paid by the month',
    },
    qr: { target: 'page' },
  },
  null,
  2,
);

/** A roof, three windows, and a door: the logo of the demo data. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="300" viewBox="0 0 144 60">
  <g fill="#B3391B"><path d="M8 32 40 8l32 24h-9L40 15 17 32z"/><path d="M18 36h44v16H18z" opacity=".3"/><path d="M34 38h12v14H34z"/></g>
  <g fill="#3A3A3A"><path d="M84 16h52v8H84zM84 30h38v8H84z"/><path d="M84 44h46v4H84z" opacity=".6"/></g></svg>`;

let drawn: Promise<Buffer> | undefined;

/** As PNG, rendered once. */
const demoLogo = (): Promise<Buffer> => (drawn ??= drawLogo());
const drawLogo = async (): Promise<Buffer> =>
  (await loadSharp())(Buffer.from(drawing)).png().toBuffer();
