import sharp from 'sharp';

/**
 * What templates are previewed with until staff write something else. What it leaves out is made
 * from it: codes, examples, a logo.
 */
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

/** A roof, three windows and a door: the logo of the demo data. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="300" viewBox="0 0 144 60">
  <g fill="#B3391B"><path d="M8 32 40 8l32 24h-9L40 15 17 32z"/><path d="M18 36h44v16H18z" opacity=".3"/><path d="M34 38h12v14H34z"/></g>
  <g fill="#3A3A3A"><path d="M84 16h52v8H84zM84 30h38v8H84z"/><path d="M84 44h46v4H84z" opacity=".6"/></g></svg>`;

let drawn: Promise<Buffer> | undefined;

/** As PNG, drawn once. */
export const demoLogo = (): Promise<Buffer> =>
  (drawn ??= sharp(Buffer.from(drawing)).png().toBuffer());
