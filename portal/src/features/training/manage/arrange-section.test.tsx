import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Answer } from '@lintel/contract/core/endpoint';
import { listMaterials, orderMaterials, orderCategories } from '@lintel/contract/training/manage';
import { reportMaterials, reportViews } from '@lintel/contract/training/report';
import type { Session } from '@lintel/contract/identity/sessions';
import { queryClient } from '../../../lib/query-client.ts';
import { shownToasts } from '../../../test/toasts.ts';
import { recordCalls } from '../../../test/forms.ts';
import { answer, refusal } from '../../../test/server.ts';
import { privileges, staff } from '../../../test/sessions.ts';
import { dialog, material, openTrainingStaff } from '../../../test/training-staff.tsx';
import { ArrangeSection } from './arrange-section.tsx';

vi.setConfig({ testTimeout: 30_000 });

const film = (name: string, index: number) => material({ id: 21 + index, name, order: index + 1 });
const [one, two, three] = [film('One', 0), film('Two', 1), film('Three', 2)];
const films = [one, two, three];
const open = (session?: Session) => {
  const requests = openTrainingStaff(<ArrangeSection />, session);
  answer(listMaterials, { data: films, total: 3 });
  return requests;
};
const list = async () => screen.findByRole('list', { name: 'Materials in First steps in order' });
const names = async (): Promise<string[]> =>
  within(await list())
    .getAllByRole('listitem')
    .map((row) => /One|Two|Three/.exec(row.textContent ?? '')?.[0] ?? '');
const moved = () => ({ message: 'Moved', data: [] });
/** The simulated browser has no layout: rows are 40 pixels high, in one column. */
const layOut = (): void => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: Element,
  ) {
    const row = this.closest('li');
    const place = row === null ? 0 : [...(row.parentElement?.children ?? [])].indexOf(row);
    return new DOMRect(0, place * 40, 300, 40);
  });
};
/** Picks up a row and moves it with the arrow keys, without dropping it. */
const drag = async (name: string, keys: string): Promise<void> => {
  layOut();
  screen.getByRole('button', { name: `Drag ${name}` }).focus();
  for (const key of ['[Space]', ...keys.matchAll(/\{\w+\}/g)].map(String)) {
    await userEvent.keyboard(key);
    // The next key works only after a render.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
};
const dropItem = () => userEvent.keyboard('[Space]');
const lastToast = () => shownToasts().at(-1);

describe('the order of materials', () => {
  it('changes with buttons, one place at a time, and moves are announced', async () => {
    open();
    expect(await names()).toEqual(['One', 'Two', 'Three']);
    const calls = recordCalls(orderMaterials, moved);
    answer(listMaterials, { data: [two, one, three], total: 3 });
    await userEvent.click(screen.getByRole('button', { name: 'Move Two up' }));
    expect(await names()).toEqual(['Two', 'One', 'Three']);
    expect(screen.getByText('Two moved to position 1 of 3')).toBeTruthy();
    await waitFor(() =>
      expect(calls.map(({ body }) => body)).toEqual([{ categoryId: 1, ids: [22, 21, 23] }]),
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Two down' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Two up' }).disabled).toBe(
      true,
    );
  });

  it('changes by dragging, and is saved on drop', async () => {
    open();
    await names();
    const calls = recordCalls(orderMaterials, moved);
    await drag('Three', '{ArrowUp}{ArrowUp}');
    expect(screen.getByText('Three is over position 1 of 3')).toBeTruthy();
    expect(calls).toEqual([]);
    answer(listMaterials, { data: [three, one, two], total: 3 });
    await dropItem();
    await waitFor(() =>
      expect(calls.map(({ body }) => body)).toEqual([{ categoryId: 1, ids: [23, 21, 22] }]),
    );
    expect(await names()).toEqual(['Three', 'One', 'Two']);
  });

  it('can be dragged while an earlier change is being saved', async () => {
    open();
    await names();
    let finish = (): void => undefined;
    const bodies: unknown[] = [];
    answer(orderMaterials, async (request) => {
      bodies.push(await request.json());
      if (bodies.length === 1) await new Promise<void>((resolve) => (finish = resolve));
      return moved();
    });
    await userEvent.click(screen.getByRole('button', { name: 'Move Two up' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    await drag('Three', '{ArrowUp}{ArrowUp}');
    answer(listMaterials, { data: [two, one, three], total: 3 });
    finish();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.getByText('Three is over position 1 of 3')).toBeTruthy();
    await dropItem();
    await waitFor(() => expect(bodies.at(-1)).toEqual({ categoryId: 1, ids: [23, 22, 21] }));
  });

  it('returns to the stored order when saving fails', async () => {
    open();
    await names();
    answer(orderMaterials, () => refusal('conflict'));
    await userEvent.click(screen.getByRole('button', { name: 'Move One down' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        message: 'This has changed since you opened it.',
        kind: 'danger',
      }),
    );
    await waitFor(async () => expect(await names()).toEqual(['One', 'Two', 'Three']));
  });

  it('is read-only for staff who may not change it', async () => {
    open(staff(privileges('manage-settings:access')));
    expect(await names()).toEqual(['One', 'Two', 'Three']);
    expect(screen.queryByRole('button', { name: 'Move Two up' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit Two' })).toBeNull();
  });
});

it('Categories are ordered within their type', async () => {
  open();
  await names();
  const calls = recordCalls(orderCategories, moved);
  await userEvent.click(screen.getByRole('button', { name: 'Move Later steps up' }));
  await waitFor(() =>
    expect(calls.map(({ body }) => body)).toEqual([{ type: 'onboarding_training', ids: [4, 1] }]),
  );
});

it('Staff see who watched each video, how much, and when', async () => {
  open();
  const about = { id: 1, name: 'First steps', type: 'onboarding_training' as const };
  const watched = {
    id: 21,
    name: 'One',
    category: about,
    viewers: 2,
    ended: 1,
    percent: 70.4,
    lastWatched: '2026-03-04T18:00:00.000Z',
  };
  const viewed: Answer<typeof reportViews>['data'][number] = {
    user: { id: 5, fullName: 'Priya Natarajan', email: 'pro@demo.test' },
    contractor: { id: 7, companyName: 'Summit Roofing LLC' },
    material: { id: 21, name: 'One', categoryName: 'First steps' },
    status: 'ended',
    percent: 100,
    watchedSeconds: 240,
    currentVideoTime: 240,
    startedAt: '2026-03-04T17:00:00.000Z',
    endedAt: '2026-03-04T18:00:00.000Z',
    lastWatched: '2026-03-04T18:00:00.000Z',
  };
  const searched: (string | null)[] = [];
  answer(reportMaterials, {
    data: [watched, { ...watched, id: 22, name: 'Two', viewers: 0, lastWatched: null }],
    total: 2,
  });
  answer(reportViews, (request) => {
    const query = new URL(request.url).searchParams;
    searched.push(`${query.get('filters[materialId]')} ${query.get('filters[searchText]')}`);
    return { data: [viewed], total: 1 };
  });
  await userEvent.click(await screen.findByRole('tab', { name: 'Who watched what' }));
  expect((await screen.findByRole('row', { name: /One/ })).textContent).toBe(
    'OneFirst steps2170%Mar 4, 2026',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Who watched One' }));
  const modal = await dialog('Who watched “One”');
  const row = await modal.findByRole('row', { name: /Priya/ });
  expect(row.textContent).toBe(
    'Priya Natarajanpro@demo.testSummit Roofing LLCFinished100%Mar 4, 2026, 1:00 PM EST',
  );
  await userEvent.type(modal.getByRole('searchbox', { name: 'Search viewers' }), 'Summit{Enter}');
  await waitFor(() => expect(searched).toEqual(['21 ', '21 Summit']));
});
