import { Suspense, type ReactNode } from 'react';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Session, readSession } from '@lintel/contract/identity/sessions';
import {
  type Category,
  type StaffMaterial,
  listCategories,
  listMaterials,
} from '@lintel/contract/training/manage';
import { renderAlone } from './render-alone.tsx';
import { answer } from './server.ts';
import { privileges, staff } from './sessions.ts';

export const category = (change: Partial<Category> = {}): Category => ({
  id: 1,
  name: 'First steps',
  description: 'Where to begin',
  type: 'onboarding_training',
  order: 1,
  total: 2,
  version: 3,
  ...change,
});

export const material = (change: Partial<StaffMaterial> = {}): StaffMaterial => ({
  id: 11,
  name: 'Your first week',
  content: '',
  categoryId: 1,
  category: { id: 1, name: 'First steps', type: 'onboarding_training' },
  order: 1,
  date: '2026-02-04T18:00:00.000Z',
  videoType: 'video/mp4',
  videoSrc: '/api/v1/materials/video/abcdefgh',
  videoId: '',
  videoImg: '/api/v1/materials/image/abcdefgh.jpg',
  videoDuration: 4,
  videoSeconds: null,
  videoTrack: '',
  lastEditDate: '2026-03-04T18:00:00.000Z',
  version: 5,
  videoFileName: 'week.mp4',
  trackFileName: '',
  ...change,
});

const onYoutube = {
  videoType: 'youtube',
  videoSrc: '',
  videoId: 'dQw4w9WgXcQ',
  videoFileName: '',
  videoImg: '',
} as const;

export const categories = [
  category(),
  category({ id: 4, name: 'Later steps', order: 2, total: 0 }),
  category({ id: 2, name: 'Selling', type: 'training', total: 0 }),
  category({ id: 3, name: 'Offers', type: 'faqs', total: 0 }),
];
export const materials = [
  material(),
  material({ id: 12, name: 'Your first lead', order: 2, ...onYoutube }),
];

/** Staff who may change settings. */
export const editor = (): Session =>
  staff(privileges('manage-settings:access', 'manage-settings:modify'));

/**
 * Renders a part of the Settings screen with these categories and materials; returns the addresses
 * of list requests.
 */
export function openTrainingStaff(element: ReactNode, session: Session = editor()): URL[] {
  const requests: URL[] = [];
  const keep = (request: Request): URL => {
    const address = new URL(request.url);
    requests.push(address);
    return address;
  };
  answer(readSession, session);
  answer(listCategories, (request) => {
    const type = keep(request).searchParams.get('type');
    const data = categories.filter((one) => type === null || one.type === type);
    return { data, total: data.length };
  });
  answer(listMaterials, (request) => {
    keep(request);
    return { data: materials, total: 60 };
  });
  renderAlone(<Suspense>{element}</Suspense>);
  return requests;
}

type Scope = Pick<typeof screen, 'getByRole' | 'findByRole'>;

/** Selects an option; the simulated browser has no layout, so options count as hidden. */
export async function choose(scope: Scope, label: string, option: string): Promise<void> {
  await userEvent.click(scope.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option, hidden: true }));
}

/** Sets a field's text in one step. */
export async function put(scope: Scope, label: string, text: string): Promise<HTMLInputElement> {
  const field = scope.getByRole<HTMLInputElement>('textbox', { name: label });
  await userEvent.clear(field);
  await userEvent.click(field);
  if (text !== '') await userEvent.paste(text);
  return field;
}

export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

/**
 * Form rules load with the first validation, which takes longer than a test waits for a response.
 */
export const loadRules = (): Promise<unknown> =>
  Promise.all([import('@lintel/contract/training/rules'), import('../lib/form/rules.ts')]);
