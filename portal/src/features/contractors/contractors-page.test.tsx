import { beforeEach, describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import type { ContractorRow } from '@lintel/contract/contractors';
import { makeGate } from '../../test/gate.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { answer, refusal } from '../../test/server.ts';
import { staff, switchedStaff } from '../../test/sessions.ts';

const row = (change: Partial<ContractorRow>): ContractorRow => ({
  id: 7,
  hasUser: true,
  userId: 11,
  companyName: 'Summit Roofing LLC',
  firstName: 'Priya',
  lastName: 'Natarajan',
  email: 'pro@demo.test',
  phone: '5555551234',
  plan: { id: 3, name: 'Pro', tier: 'Pro' },
  paymentStatus: 'Paid',
  registrationDate: '2026-03-04T18:00:00.000Z',
  ...change,
});
const rows = [row({}), row({ id: 8, hasUser: false, userId: null, companyName: 'Harbor Kitchens' })];
const asked: URLSearchParams[] = [];

const openList = async (path = '/manage/contractors') => {
  const view = await openPortal('/refer', staff());
  asked.length = 0;
  answer('get', '/manage/contractors', (request) => {
    asked.push(new URL(request.url).searchParams);
    return HttpResponse.json({ data: rows, total: 65 });
  });
  await view.router.navigate({ href: path });
  await screen.findByText('Harbor Kitchens');
  return view;
};
const last = (): Record<string, string> => Object.fromEntries(asked.at(-1) ?? []);
const switchButton = (): HTMLElement => screen.getByRole('button', { name: 'Switch to Summit Roofing LLC' });

beforeEach(() => {
  asked.length = 0;
});

describe('the list of contractors', () => {
  it('asks for 25 rows by whether they have a user, and shows them [ADM-509] [ADM-511]', async () => {
    await openList();
    expect(last()).toMatchObject({ page: '1', limit: '25', order: '+hasUser' });
    expect(screen.getAllByText('555-555-1234')).toHaveLength(2);
    expect(screen.getAllByText('Mar 4, 2026')).toHaveLength(2);
    expect(screen.getByText('65 contractors')).toBeTruthy();
  });

  it('takes its search from the address and lets it be removed', async () => {
    await openList('/manage/contractors?companyName=Harbor');
    await waitFor(() => expect(last()['filters[searchText]']).toBe('Harbor'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Search: Harbor' }));
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    expect(screen.queryByRole('list', { name: 'Filters that are set' })).toBeNull();
  });

  it('searches a moment after the last key and starts at page 1 again', async () => {
    await openList();
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(last()['page']).toBe('2'));
    await userEvent.type(screen.getByRole('searchbox'), 'oak');
    await waitFor(() => expect(last()).toMatchObject({ page: '1', 'filters[searchText]': 'oak' }));
  });

  it('sorts by a column, the plan among them [ADM-024] [ADM-033]', async () => {
    await openList();
    await userEvent.click(screen.getByRole('button', { name: /^Plan/ }));
    await waitFor(() => expect(last()['order']).toBe('+plan'));
  });

  it('offers pages of 10, 25, 50 and 100 rows [ADM-510]', async () => {
    await openList();
    const sizes = within(screen.getByLabelText('Per page')).getAllByRole<HTMLOptionElement>('option');
    expect(sizes.map(({ value }) => value)).toEqual(['10', '25', '50', '100']);
  });

  it('offers the switch only for rows with a user', async () => {
    await openList();
    expect(screen.getAllByRole('button', { name: /^Switch to/ })).toEqual([switchButton()]);
  });
});

describe('switching into an account', () => {
  it('shows a splash and leads to the root as that account [MKT-137] [MKT-199] [ADM-003] [ADM-005]', async () => {
    const { router } = await openList();
    const gate = makeGate();
    answer('post', '/user/11/switch', () => {
      answer('get', '/user', switchedStaff());
      return gate.opened.then(() => HttpResponse.json({ message: 'Success' }));
    });
    await userEvent.click(switchButton());
    expect((await screen.findByTestId('splash')).textContent).toContain('Summit Roofing LLC');
    gate.open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    const banner = await screen.findByRole('region', { name: 'Switched account' });
    expect(banner.textContent).toContain('Logged in as Summit Roofing LLC pro@demo.test');
    await waitFor(() => expect(screen.queryByTestId('splash')).toBeNull());
  });

  it('that fails says so, and confirming switches back [ADM-006] [ADM-007]', async () => {
    await openList();
    let switchedBack = 0;
    answer('post', '/user/11/switch', () => refusal('not_found'));
    answer('post', '/user/switch-back', () => {
      switchedBack += 1;
      return HttpResponse.json({ message: 'Success' });
    });
    await userEvent.click(switchButton());
    const dialog = await screen.findByRole('dialog', { name: 'Error' });
    expect(dialog.textContent).toContain('This does not exist or is not yours. Error: switch back');
    await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(switchedBack).toBe(1));
    expect(await screen.findByRole('heading', { name: 'Hello, Avery' })).toBeTruthy();
  });
});
