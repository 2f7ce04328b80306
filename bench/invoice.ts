import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import type { InvoiceForm } from '@lintel/contract/documents/quick/document';
import {
  drawQrCode,
  financingUrl,
  presentDocument,
} from '../server/src/domains/documents/quick/present.ts';
import { layout } from '../server/src/domains/documents/quick/layout.ts';
import { PaperLogos } from '../server/src/domains/documents/quick/service.ts';
import { openRenderer } from '../server/src/platform/render/renderer.ts';
import { Typesetter } from '../server/src/platform/typeset/typesetter.ts';
import { invoiceHtml, sampleInvoice, page } from './invoice-samples.ts';
import { medianValue, timed } from './measure.ts';

/**
 * `npx tsx bench/invoice.ts [seconds]`: measures the product's invoice PDF, alternating with a warm
 * Chromium and a newly launched browser; then 20 concurrent clients for that long (60 s by
 * default).
 */
const seconds = Number(process.argv[2] ?? 60);
const rounds = 15;
const publicUrl = 'https://pay.example.com';
const cacheDir = join(import.meta.dirname, '../node_modules/.cache/lintel');
const log = pino({ level: 'warn' });
const open = () => openRenderer({ chromiumPath: process.env['CHROMIUM_PATH'], cacheDir, log });

const drawn = sharp({ create: { width: 1200, height: 400, channels: 4, background: '#7a3b16' } });
const picture = await drawn.png().toBuffer();
const logos = new PaperLogos({ read: () => Promise.resolve(picture) });
const typesetter = new Typesetter(layout);
let count = 0;

/** The shared content; each document has its own number, so that no whole document is cached. */
async function typesetContent(form: InvoiceForm) {
  count += 1;
  const numbered = { ...form, numberPrice: String(count) };
  const code = await drawQrCode(financingUrl(publicUrl, page.pageName));
  const logo = await logos.of(page.logoKey);
  if (logo === null) throw new Error('There is no logo');
  return {
    logo,
    shown: presentDocument({ form: numbered, page, publicUrl, accent: '#1C418C', code, logo }),
  };
}

async function set(form: InvoiceForm): Promise<Buffer> {
  const { logo, shown } = await typesetContent(form);
  return typesetter.pdf(shown, { 'logo.png': logo.bytes }, new Date());
}

async function print(form: InvoiceForm, renderer: ReturnType<typeof open>): Promise<Buffer> {
  const { logo, shown } = await typesetContent(form);
  return renderer.pdf({ html: invoiceHtml(shown, logo.bytes), paper: 'letter' });
}

async function launched(form: InvoiceForm): Promise<void> {
  const one = open();
  try {
    await print(form, one);
  } finally {
    await one.close();
  }
}

const renderer = open();
await renderer.warmUp();
for (const items of [5, 40]) {
  const form = sampleInvoice(items);
  const ways = {
    Typst: () => set(form),
    'warm Chromium': () => print(form, renderer),
    'launched Chromium': () => launched(form),
  };
  const times = Object.entries(ways).map(([way, work]) => {
    const durations: number[] = [];
    return { way, work, durations };
  });
  for (const { work } of times) await work();
  for (let round = 0; round < rounds; round += 1)
    for (const { work, durations } of times) durations.push(await timed(work));
  const first = medianValue(times[0]?.durations ?? []);
  const shown = times.map(
    ({ way, durations }) =>
      `${way} ${medianValue(durations).toFixed(1)} ms (${(medianValue(durations) / first).toFixed(1)})`,
  );
  console.log(`${items} items: ${shown.join(', ')}`);
}
await renderer.close();

const form = sampleInvoice(12);
const end = performance.now() + seconds * 1000;
const durations: number[] = [];
const sizes: number[] = [];
const watch = setInterval(() => sizes.push(process.memoryUsage.rss() / 1024 ** 2), 500);
await Promise.all(
  Array.from({ length: 20 }, async () => {
    while (performance.now() < end) {
      durations.push(await timed(() => set(form)));
      // Yields to the event loop between requests, as a server does.
      await new Promise(setImmediate);
    }
  }),
);
clearInterval(watch);
const half = Math.floor(sizes.length / 2);
const peak = (part: number[]): string => `${Math.round(Math.max(...part))} MB`;
console.log(
  `20 clients for ${seconds} s: ${durations.length} documents, no error, median ${medianValue(durations).toFixed(1)} ms with the wait for a turn`,
);
console.log(
  `memory: at most ${peak(sizes.slice(0, half))} in the first half, ${peak(sizes.slice(half))} in the second`,
);
