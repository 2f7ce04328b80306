import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listPlans, listRoles, deletePlan } from '@lintel/contract/billing/plans';
import { shownToasts } from '../../../test/toasts.ts';
import { openPlans, plan, planReader } from '../../../test/plans.ts';
import { at, answer, refusal, badGateway } from '../../../test/server.ts';

vi.setConfig({ testTimeout: 20_000 });

const openList = async (...given: Parameters<typeof openPlans>) => {
  const view = await openPlans(...given);
  await screen.findByText('Free');
  return view;
};
const press = (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));
const cellTexts = (row: HTMLElement | undefined): (string | null)[] =>
  within(row ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const lastToast = () => shownToasts().at(-1);

describe('the list of plans', () => {
  it("shows each plan with its roles' names and only the first line of its description [ADM-112] [ADM-116] [ADM-117]", async () => {
    await openList();
    const titles = [
      'ID',
      'Name',
      'Availability',
      'Tier',
      'Price',
      'Installments',
      'Stripe ID',
      'Opportunities',
      'Roles',
      'Description',
      'Actions',
    ];
    expect([...document.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual(
      titles,
    );
    const [, first, second] = screen.getAllByRole('row');
    expect(cellTexts(first).slice(0, 10)).toEqual([
      '41',
      'Pro',
      'Public',
      'Pro',
      '$1,188.50',
      '12',
      'price_pro',
      'FDA, HELOC',
      'Contractor, Reports',
      'All loan programs+2',
    ]);
    expect(cellTexts(second).slice(8, 10)).toEqual(['–', '–']);
    expect(screen.queryByText('Team users')).toBeNull();
  });

  it("shows a description's other lines when its mark is focused", async () => {
    await openList();
    screen.getByRole('button', { name: '2 more lines about Pro' }).focus();
    expect((await screen.findByRole('tooltip')).textContent).toBe('ReportsTeam users');
  });

  it('loads 25 rows by id ascending, with a choice of 10, 25, 50, or 75 [ADM-433] [ADM-513] [ADM-514] [ADM-515]', async () => {
    const { requests } = await openList();
    expect(requests).toEqual([{ page: '1', limit: '25', order: '+id', 'filters[searchText]': '' }]);
    const size = screen.getByLabelText<HTMLSelectElement>('Per page');
    expect(size.value).toBe('25');
    expect([...size.options].map(({ value }) => value)).toEqual(['10', '25', '50', '75']);
    await userEvent.selectOptions(size, '50');
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ page: '1', limit: '50' }));
  });

  it('can be searched, sorted, and paged [ADM-112] [ADM-433] [ADM-434]', async () => {
    const { requests } = await openList();
    await press('Page 2');
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ page: '2', order: '+id' }));
    await userEvent.click(screen.getByText('Price'));
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ page: '1', order: '-price' }));
    await userEvent.click(screen.getByText('Price'));
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ order: '+price' }));
    await userEvent.type(
      screen.getByPlaceholderText('Search by name, tier, or Stripe ID'),
      'brand{Enter}',
    );
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({
        page: '1',
        order: '+price',
        'filters[searchText]': 'brand',
      }),
    );
  });

  it('offers all changes to staff who may edit plans [ADM-113] [ADM-114] [ADM-115]', async () => {
    await openList();
    for (const name of ['Add plan', 'Edit Pro', 'Delete Pro'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  it('offers no changes to staff with read access [ADM-113] [ADM-114] [ADM-115]', async () => {
    await openList(planReader());
    for (const name of ['Add plan', 'Edit Pro', 'Delete Pro'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByText('Actions')).toBeNull();
  });

  it('shows a note when empty, and an error after a server failure [ADM-242]', async () => {
    let works = false;
    await openPlans(undefined, () =>
      answer(listPlans, () => (works ? { data: [], total: 0 } : refusal('unexpected'))),
    );
    await screen.findByText('This could not be loaded.');
    expect(lastToast()).toMatchObject({ message: 'Something wrong', kind: 'danger', life: false });
    works = true;
    await press('Try again');
    expect(await screen.findByText('No plans yet')).toBeTruthy();
  });

  it("shows what the rows contain when the roles' list fails to load", async () => {
    await openList(undefined, () => answer(listRoles, () => refusal('unexpected')));
    expect(
      await screen.findByText('contractor, contractor-reports', {}, { timeout: 8000 }),
    ).toBeTruthy();
  });
});

describe('deleting a plan', () => {
  const ask = async () => {
    const view = await openList();
    await press('Delete Pro');
    const dialog = await screen.findByRole('dialog', { name: 'Delete plan' });
    return {
      ...view,
      confirm: () => userEvent.click(within(dialog).getByRole('button', { name: 'Delete' })),
      dialog,
    };
  };

  it('requires a confirmation [ADM-437] [ADM-501] [ADM-507]', async () => {
    const { requests, confirm, dialog } = await ask();
    let deleted = 0;
    answer(at(deletePlan, { id: 41 }), () => {
      deleted += 1;
      return { message: 'Plan deleted' };
    });
    expect(dialog.textContent).toContain(
      'Are you sure you want to delete the plan “Pro”? This action cannot be undone.',
    );
    expect(deleted).toBe(0);
    await confirm();
    await waitFor(() => expect(deleted).toBe(1));
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(lastToast()).toMatchObject({ message: 'Successful', kind: 'success' });
  });

  it('shows the server’s message of a rejection [ADM-494]', async () => {
    const { confirm } = await ask();
    const message = "Contractors use this plan, so it can't be deleted.";
    answer(at(deletePlan, { id: 41 }), () => refusal('in_use', message));
    await confirm();
    await waitFor(() => expect(lastToast()).toMatchObject({ message, kind: 'danger' }));
  });

  it('shows the support contact for a failure without a message [ADM-494]', async () => {
    const { confirm } = await ask();
    answer(at(deletePlan, { id: 41 }), badGateway);
    await confirm();
    const message = 'An unexpected error occurred, please contact support';
    await waitFor(() => expect(lastToast()).toMatchObject({ message, kind: 'danger' }));
  });

  it('removes the page when it was its last row', async () => {
    const pages: string[] = [];
    await openList(undefined, () => {
      let left = 26;
      answer(at(deletePlan, { id: 41 }), () => {
        left = 25;
        return { message: 'Plan deleted' };
      });
      answer(listPlans, ({ url }) => {
        const page = new URL(url).searchParams.get('page') ?? '';
        pages.push(page);
        const rows = page === '2' ? [plan()].slice(0, left - 25) : [plan({ id: 42, name: 'Free' })];
        return { data: rows, total: left };
      });
    });
    await press('Page 2');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Pro' }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }),
    );
    expect(await screen.findByText('Free')).toBeTruthy();
    expect(pages.at(-1)).toBe('1');
  });
});
