import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { diskStore } from '../server/src/platform/files/disk-store.ts';
import { cached } from '../server/src/platform/render/cache.ts';
import { openRenderer } from '../server/src/platform/render/renderer.ts';
import { medianValue, timed } from './measure.ts';
import { flyer, social, story } from './render-samples.ts';

/**
 * `npx tsx bench/render.ts [seconds]`: measures the product's images and documents, alternating
 * with a warm Chromium that renders everything and a browser launched for each; then 20 concurrent
 * clients for that long (60 s by default).
 */
const seconds = Number(process.argv[2] ?? 60);
const rounds = 15;
const cacheDir = join(import.meta.dirname, '../node_modules/.cache/lintel');
const log = pino({ level: 'warn' });
const open = () => openRenderer({ chromiumPath: process.env['CHROMIUM_PATH'], cacheDir, log });
const paper = 'letter' as const;

const folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'));
const files = diskStore(folder);
const renderer = open();
const renders = cached(files, renderer);
await renderer.warmUp();

const launched = async (
  work: (one: ReturnType<typeof open>) => Promise<unknown>,
): Promise<void> => {
  const one = open();
  try {
    await work(one);
  } finally {
    await one.close();
  }
};

async function compareRenderers(
  name: string,
  renderers: Record<string, () => Promise<unknown>>,
): Promise<void> {
  const times = Object.entries(renderers).map(([label, work]) => {
    const durations: number[] = [];
    return { way: label, work, durations };
  });
  for (const { work } of times) await work();
  for (let round = 0; round < rounds; round += 1)
    for (const { work, durations } of times) durations.push(await timed(work));
  const first = medianValue(times[0]?.durations ?? []);
  console.log(
    `${name}: ${times.map(({ way: label, durations }) => `${label} ${medianValue(durations).toFixed(1)} ms (${(medianValue(durations) / first).toFixed(1)})`).join(', ')}`,
  );
}

for (const [name, input] of Object.entries({
  'social 1200x630': social,
  'story 1080x1920': story,
})) {
  const { agrees, difference } = await renderer.compare(input);
  console.log(
    `${name}: Takumi ${agrees ? 'agrees' : 'disagrees'} with Chromium, ${(difference * 100).toFixed(3)}% differs`,
  );
  await compareRenderers(name, {
    Takumi: () => renderer.pngFast(input),
    'warm Chromium': () => renderer.png(input),
    'launched Chromium': () => launched((one) => one.png(input)),
  });
}
await compareRenderers('flyer, 2 pages', {
  'warm Chromium': () => renderer.pdf({ html: flyer, paper }),
  'launched Chromium': () => launched((one) => one.pdf({ html: flyer, paper })),
});
const { key, bytes } = await renders.pdf({ html: flyer, paper });
await compareRenderers(`flyer again, ${Math.round(bytes.length / 1024)} kB`, {
  'by its key': () => files.read(key),
  'by its HTML': () => renders.pdf({ html: flyer, paper }),
});

/** Megabytes of this process and all its descendants. */
async function memory(): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,rss=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const own = new Set([process.pid]);
  for (const [pid = 0, parent = 0] of rows) if (own.has(parent)) own.add(pid);
  return rows.reduce((sum, [pid = 0, , rss = 0]) => (own.has(pid) ? sum + rss : sum), 0) / 1024;
}

const peak = (sizes: number[]): string => `${Math.round(Math.max(...sizes))} MB`;

async function measureUnderLoad(): Promise<void> {
  const times: Record<string, number[]> = { Takumi: [], Chromium: [], PDF: [], cached: [] };
  const errors: unknown[] = [];
  const sizes: number[] = [];
  const end = performance.now() + seconds * 1000;
  const watch = setInterval(() => void memory().then((size) => sizes.push(size)), 500);
  let count = 0;
  const client = async (number: number): Promise<void> => {
    while (performance.now() < end) {
      count += 1;
      const html = flyer.replace('Summit Roofing', `Roofing ${number} ${count}`);
      const works = {
        Takumi: () =>
          renderer.pngFast({
            ...social,
            html: social.html.replace('Summit Roofing', `Roofing ${count}`),
          }),
        Chromium: () => renderer.png(social),
        PDF: () => renders.pdf({ html, paper }),
        cached: () => renders.pdf({ html: flyer, paper }),
      };
      for (const [name, work] of Object.entries(works)) {
        const time = await timed(work).catch((error: unknown) => void errors.push(error));
        if (time !== undefined) times[name]?.push(time);
      }
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, number) => client(number)));
  clearInterval(watch);
  const middle = Math.floor(sizes.length / 2);
  const shown = Object.entries(times).map(
    ([name, times]) => `${name} ${times.length}, median ${medianValue(times).toFixed(0)} ms`,
  );
  console.log(`20 clients for ${seconds} s: ${errors.length} errors; ${shown.join('; ')}`);
  console.log(
    `memory of all processes: at most ${peak(sizes.slice(0, middle))} in the first half, ${peak(sizes.slice(middle))} in the second`,
  );
  for (const error of errors.slice(0, 3)) console.log(error);
  console.log(JSON.stringify(renderer.stats()));
}
await measureUnderLoad();
await renderer.close();
await rm(folder, { recursive: true });
