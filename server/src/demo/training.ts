import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { materialForm } from '@lintel/contract/training/rules';
import { loadSharp } from '../platform/lazy-packages.ts';
import { findAccount } from '../domains/identity/index.ts';
import {
  createCategory,
  createMaterial,
  recordProgress,
  storeVideo,
  videoAddress,
} from '../domains/training/index.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/connect.ts';
import type { Caller } from '../platform/http/caller.ts';
import { demoFaqs } from './training-faqs.ts';
import { demoVideoCategories, demoViews } from './training-videos.ts';

type Category = (typeof demoVideoCategories)[number];
type Video = Category['videos'][number];

/** The context at an earlier time. */
const daysBefore = (context: Context, days: number): Context => {
  const at = new Date(context.clock.now().getTime() - days * 86_400_000);
  return { ...context, clock: { now: () => at } };
};

/** Training and FAQs as staff create them, and a few contractors' views. */
export async function seedTraining(context: Context, folder: string): Promise<void> {
  const admin = await readCaller(context.db, 1);
  const made = new Map<string, { id: number; seconds: number }>();
  for (const [at, category] of demoVideoCategories.entries()) {
    const { name, description, type } = category;
    const { id } = await createCategory(daysBefore(context, 210), admin, {
      name,
      description,
      type,
      order: at + 1,
    });
    for (const [number, video] of category.videos.entries())
      made.set(video.file, {
        id: await seedVideo(context, admin, { folder, categoryId: id, category, video, number }),
        seconds: video.seconds,
      });
  }
  await seedFaqs(context, admin);
  for (const { userId, file, until, days } of demoViews) {
    const { id: videoId = 0, seconds: videoDuration = 1 } = made.get(file) ?? {};
    const videoStatus = until >= videoDuration ? ('ended' as const) : ('paused' as const);
    const watched: [number, number][] = [[0, until]];
    const report = {
      videoId,
      userId,
      videoStatus,
      videoTime: until,
      videoDuration,
      watched,
    };
    await recordProgress(daysBefore(context, days), await readCaller(context.db, userId), report);
  }
}

async function readCaller(db: Database, userId: number): Promise<Caller> {
  const account = await findAccount(db, userId);
  if (account === null) throw new Error('The demonstration accounts are missing');
  return {
    sessionId: '',
    authenticated: account,
    user: account,
    switched: false,
    switchedInto: null,
    address: null,
    provenAt: null,
    needsFactor: false,
  };
}

async function seedVideo(
  context: Context,
  admin: Caller,
  {
    folder,
    categoryId,
    category,
    video,
    number,
  }: { folder: string; categoryId: number; category: Category; video: Video; number: number },
): Promise<number> {
  const then = daysBefore(context, video.days);
  const content = createReadStream(join(folder, `${video.file}.mp4`));
  const { key } = await storeVideo(then, {
    name: `${video.file}.mp4`,
    type: 'video/mp4',
    content,
    isTooLarge: () => false,
  });
  const form = materialForm.parse({
    name: video.title,
    categoryId,
    content: video.about,
    order: number + 1,
    videoDuration: '1',
    videoType: 'video/mp4',
    videoSrc: videoAddress(key),
  });
  const image = {
    name: `${video.file}.png`,
    bytes: await drawStill(category.color, number, video.lines.length),
  };
  const track = video.captions && {
    name: `${video.file}.vtt`,
    bytes: Buffer.from(makeCaptions(video)),
  };
  return createMaterial(then, admin, { form, image, track });
}

/**
 * A slide with one bar per line of the video instead of letters, because the available fonts differ
 * between machines.
 */
async function drawStill(color: string, number: number, lines: number): Promise<Buffer> {
  const rows = Array.from({ length: lines }, (_one, at) => {
    const [y, width] = [158 + at * 50, 150 + ((at * 5 + number * 3) % 7) * 30];
    return `<circle cx="80" cy="${y}" r="15" fill="${color}"/><path d="M73 ${y}l5 6 10-11" stroke="#fff" stroke-width="3" fill="none"/>
      <rect x="112" y="${y - 9}" width="${width}" height="18" rx="9" fill="${color}" opacity=".28"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#F4F7FB"/>
    <rect width="640" height="104" fill="${color}"/><rect x="64" y="40" width="${250 + ((number * 70) % 210)}" height="26" rx="13" fill="#fff" opacity=".92"/>
    <circle cx="${520 - ((number * 37) % 60)}" cy="250" r="${70 + ((number * 23) % 40)}" fill="${color}" opacity=".12"/>
    ${rows.join('')}</svg>`;
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
}

const time = (at: number): string => `00:${at.toFixed(3).padStart(6, '0')}`;

/** Captions for each line of a video, timed to its appearance. */
function makeCaptions({ lines, seconds }: Video): string {
  const step = (seconds - 1) / lines.length;
  const cues = lines.map(
    (line, at) => `${time(0.4 + at * step)} --> ${time(0.4 + (at + 1) * step)}\n${line}`,
  );
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

async function seedFaqs(context: Context, admin: Caller): Promise<void> {
  const then = daysBefore(context, 180);
  for (const [at, { category: name, description, questions }] of demoFaqs.entries()) {
    const { id: categoryId } = await createCategory(then, admin, {
      name,
      description,
      type: 'faqs',
      order: at + 1,
    });
    for (const [number, [question, content]] of questions.entries()) {
      const form = materialForm.parse({ name: question, categoryId, content, order: number + 1 });
      await createMaterial(then, admin, { form, image: undefined, track: undefined });
    }
  }
}
