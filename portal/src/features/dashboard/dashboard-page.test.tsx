import { describe, expect, it } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import type { CoBrandedPage } from '@lintel/contract/pages';
import { toastStore } from '../../lib/toast.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { answer } from '../../test/server.ts';
import { owner, privileges, staff } from '../../test/sessions.ts';
import { byPriority, widgetPriority, type Widget } from './widget.ts';

const page = (id: number, pageName: string) =>
  ({ id, pageName, fullUrl: `https://lintel.example/p/${pageName}`, params: { title: '' } }) as CoBrandedPage;

const openDashboard = async (pages: CoBrandedPage[], session = owner()) => {
  const view = await openPortal('/refer', session);
  answer('get', '/contractor/7/page', { data: pages });
  await act(() => view.router.navigate({ to: '/' }));
  return view;
};
const card = async (title: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { name: title, level: 2 })).closest('section') as HTMLElement;

describe('the dashboard', () => {
  it('greets the user by the first name [ACC-034]', async () => {
    await openDashboard([]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Priya' })).toBeTruthy();
  });

  it('warns a contractor without a page and offers to create one [ACC-186]', async () => {
    await openDashboard([]);
    const warning = await card('Co-branded page');
    expect(warning.dataset['type']).toBe('warning');
    expect(within(warning).getByRole('link', { name: 'Create page' }).getAttribute('href')).toBe('/co-branded');
  });

  it("shows each page's address with copy and manage actions [ACC-188]", async () => {
    await openDashboard([page(1, 'summit-roofing'), page(2, 'summit-solar')]);
    const pages = await card('Your co-branded pages');
    expect(within(pages).getAllByRole('link', { name: /lintel\.example\/p\// })).toHaveLength(2);
    expect(within(pages).getAllByRole('button', { name: 'Copy link' })).toHaveLength(2);
    expect(within(pages).getByRole('link', { name: 'Manage pages' }).getAttribute('href')).toBe('/co-branded');
  });

  it('links to the applications only with access to the report', async () => {
    const { unmount } = await openDashboard([page(1, 'a')]);
    expect(
      within(await card('Applications'))
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/reports-applications');
    unmount();
    await openDashboard([page(1, 'a')], owner(privileges('co-branded:access', 'refer:access')));
    await card('Your co-branded page');
    expect(screen.queryByRole('heading', { name: 'Applications', level: 2 })).toBeNull();
  });

  it('shows staff how many contractors there are', async () => {
    const { router } = await openPortal('/refer', staff());
    answer('get', '/manage/contractors', { data: [], total: 65 });
    await act(() => router.navigate({ to: '/' }));
    await waitFor(async () => expect((await card('Contractors')).textContent).toContain('65 accounts'));
  });

  it('says "Something wrong" when its cards cannot be loaded [ACC-464]', async () => {
    const { router } = await openPortal('/refer', owner());
    answer('get', '/contractor/7/page', () =>
      HttpResponse.json({ error: 'unexpected', message: 'Something wrong' }, { status: 500 }),
    );
    await act(() => router.navigate({ to: '/' }));
    expect(await screen.findByRole('heading', { name: 'Something wrong' })).toBeTruthy();
    expect(toastStore.get().at(-1)).toMatchObject({ message: 'Something wrong', kind: 'danger', life: false });
  });
});

describe('the cards', () => {
  it('have their fixed priorities [ACC-036]', () => {
    expect(Object.values(widgetPriority)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('stand in the order of their priority [ACC-035]', () => {
    const some = [11, 1, 7].map((priority) => ({ priority }) as Widget);
    expect(byPriority(some).map(({ priority }) => priority)).toEqual([1, 7, 11]);
  });
});
