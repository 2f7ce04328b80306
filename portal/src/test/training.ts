import type { Session } from '@lintel/contract/identity/sessions';
import {
  type Material,
  type WatchedCategory,
  readCategories,
  readMaterials,
  setVideoStat,
} from '@lintel/contract/training/library';
import { openPortal } from './render-portal.tsx';
import { answer } from './server.ts';
import { owner } from './sessions.ts';

export const category = (change: Partial<WatchedCategory> = {}): WatchedCategory => ({
  id: 2,
  categoryUrl: 'selling-with-financing-2',
  name: 'Selling with financing',
  description: '',
  type: 'training',
  order: 1,
  countNewVideos: 0,
  total: 1,
  limit: 4,
  ...change,
});

export const video = (id: number, change: Partial<Material> = {}): Material => ({
  id,
  name: `Video ${id}`,
  content: '',
  categoryId: 2,
  order: id,
  date: '2026-03-04T18:00:00.000Z',
  videoType: 'video/mp4',
  videoSrc: `/api/v1/materials/video/key-${id}-0000`,
  videoId: '',
  videoImg: '',
  videoDuration: 5,
  videoSeconds: null,
  videoStatus: null,
  videoTrack: '',
  currentVideoTime: 0,
  isNewVideo: true,
  lastEditDate: '2026-03-04T18:00:00.000Z',
  watchedPercent: 0,
  ...change,
});

export const faq = (id: number, name: string, content: string): Material =>
  video(id, {
    categoryId: 3,
    name,
    content,
    videoType: null,
    videoSrc: '',
    videoDuration: 0,
    isNewVideo: false,
  });

interface Given {
  session?: Session;
  search?: string;
  onboarding?: Material[];
  training?: Material[];
  faqs?: Material[];
  /** Overrides of the training category. */
  about?: Partial<WatchedCategory>;
  /** Changes responses before the screen opens. */
  prepare?: () => void;
}

const onboardingCategory = { id: 1, type: 'onboarding_training', name: 'First steps' } as const;
const faqCategory = { id: 3, type: 'faqs', name: 'Offers' } as const;

/**
 * Opens the screen with these materials, one category per type; records requests and watch reports.
 */
export async function openTraining(given: Given = {}) {
  const {
    session = owner(),
    search = '',
    onboarding = [],
    training = [],
    faqs = [],
    about,
    prepare,
  } = given;
  const view = await openPortal('/no-such-place', session);
  const requests: string[] = [];
  const stats: Record<string, FormDataEntryValue>[] = [];
  const lists: Record<string, Material[]> = { 1: onboarding, 2: training, 3: faqs };
  answer(readCategories, ({ url }) => {
    requests.push(url.replace(/^.*\/api\/v1/, ''));
    return {
      onboarding_training:
        onboarding.length > 0
          ? [category({ ...onboardingCategory, total: onboarding.length })]
          : [],
      training: training.length > 0 ? [category({ total: training.length, ...about })] : [],
      faqs: faqs.length > 0 ? [category({ ...faqCategory, total: faqs.length })] : [],
    };
  });
  answer(readMaterials, ({ url }) => {
    requests.push(url.replace(/^.*\/api\/v1/, ''));
    const { pathname, searchParams } = new URL(url);
    const list = lists[pathname.split('/').at(-1) ?? ''] ?? [];
    return {
      data: list.slice(0, Number(searchParams.get('limit'))),
      total: list.length,
    };
  });
  answer(setVideoStat, async (request) => {
    const sent = Object.fromEntries(await request.formData());
    stats.push(sent);
    return {
      message: 'Saved',
      recorded: true,
      videoStatus: sent['videoStatus'] as 'started' | 'paused' | 'ended',
      watchedPercent: 12,
    };
  });
  prepare?.();
  await view.router.navigate({ href: `/training-and-faqs${search}` });
  return { ...view, requests, stats };
}
