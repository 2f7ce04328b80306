import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listPlans } from '@lintel/contract/billing/plans';
import { listLenderCalls, readSecrets, rotateSecret } from '@lintel/contract/lenders/connection';
import { listLenderContractors } from '@lintel/contract/lenders/contractors';
import {
  createLender,
  listLenders,
  orderLenders,
  pauseLender,
  readLender,
  type Lender,
} from '@lintel/contract/lenders/lender';
import { openScreen } from '../../test/render-portal.tsx';
import { answer, refusal } from '../../test/server.ts';
import { privileges, staff } from '../../test/sessions.ts';

vi.setConfig({ testTimeout: 30_000 });

const lender = (change: Partial<Lender> = {}): Lender => ({
  id: 100,
  name: 'Keystone Home Credit',
  legalName: '',
  nmlsId: '',
  website: '',
  phone: '',
  contactEmail: '',
  connection: 'webhook',
  url: 'https://lender.example/v1',
  networks: [],
  products: ['loan'],
  states: [],
  minAmount: 1000,
  maxAmount: 75_000,
  creditBands: [],
  projects: [],
  terms: [60],
  minApr: 7.99,
  maxApr: 19.99,
  planIds: [],
  allContractors: true,
  needsMerchantNumber: false,
  mode: 'parallel',
  answerMinutes: 30,
  hours: null,
  commissionPercent: null,
  status: 'active',
  reason: '',
  pausedAt: null,
  fromEnvironment: false,
  position: 1,
  version: 1,
  health: {
    lastContactAt: '2026-03-04T18:00:00.000Z',
    calls: 12,
    failures: 2,
    p50: 400,
    p95: 1900,
    sent: 40,
    offered: 30,
    approved: 10,
    funded: 4,
  },
  ...change,
});

const keeper = () =>
  staff(privileges('manage-lenders:access', 'manage-lenders:modify', 'manage-plans:access'));
const open = async (path: string, session = keeper()) => {
  answer(listLenders, {
    data: [lender(), lender({ id: 101, name: 'Harbor Bank', status: 'paused', reason: 'New' })],
    total: 2,
  });
  answer(readLender, lender());
  answer(readSecrets, { eventsUrl: 'https://lintel.example/events', secrets: [] });
  answer(listLenderCalls, { data: [], total: 0 });
  answer(listLenderContractors, { data: [], total: 0 });
  answer(listPlans, { data: [], total: 0 });
  return openScreen(path, session);
};
const press = (name: string | RegExp): Promise<void> =>
  userEvent.click(screen.getByRole('button', { name }));

describe('the list of lenders', () => {
  it('shows how each one is doing, and links to its page', async () => {
    await open('/manage/lenders');
    const link = await screen.findByRole('link', { name: 'Keystone Home Credit' });
    expect(link.getAttribute('href')).toBe('/manage/lenders/100');
    const [, first, second] = screen.getAllByRole('row');
    expect(first?.textContent).toContain('12, 2 failed');
    expect(second?.textContent).toContain('Paused');
  });

  it('moves a lender down in the order', async () => {
    const sent = vi.fn();
    await open('/manage/lenders');
    answer(orderLenders, async (request) => {
      sent(await request.json());
      return { message: 'Order saved.' };
    });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Move Keystone Home Credit down' }),
    );
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ ids: [101, 100] }));
  });

  it('offers no changes without the privilege', async () => {
    await open('/manage/lenders', staff(privileges('manage-lenders:access')));
    await screen.findByRole('link', { name: 'Harbor Bank' });
    expect(screen.queryByRole('button', { name: 'Add lender' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Move/ })).toBeNull();
  });

  it('keeps what was typed when the server rejects a field', async () => {
    await open('/manage/lenders');
    answer(createLender, () => refusal('invalid', { url: 'Nothing answers there.' }));
    await screen.findByRole('link', { name: 'Harbor Bank' });
    await press('Add lender');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a lender' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add lender' }));
    expect(await dialog.findByText('This field is required.')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Blue Ridge');
    const address = dialog.getByRole('textbox', { name: /Address of the lender/ });
    await userEvent.type(address, 'https://blue.example');
    await userEvent.click(dialog.getByRole('button', { name: 'Add lender' }));
    expect(await dialog.findByText('Nothing answers there.')).toBeTruthy();
    expect((address as HTMLInputElement).value).toBe('https://blue.example');
  });
});

describe('a lender', () => {
  it('pauses with a reason', async () => {
    const sent = vi.fn();
    await open('/manage/lenders/100');
    answer(pauseLender, async (request) => {
      sent(await request.json());
      return { message: 'Lender paused.', lender: lender({ status: 'paused' }) };
    });
    await screen.findByRole('heading', { name: 'Keystone Home Credit' });
    await press('Pause');
    const dialog = within(await screen.findByRole('dialog', { name: /Pause Keystone/ }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Audit');
    await userEvent.click(dialog.getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ reason: 'Audit' }));
    expect(await screen.findByText('Lender paused.')).toBeTruthy();
  });

  it('shows a new secret once', async () => {
    await open('/manage/lenders/100');
    answer(rotateSecret, { message: 'Copy the new secret now.', secret: 'lws_secret' });
    await screen.findByText('No secret yet. Create one and give it to the lender.');
    await press('Create a secret');
    const dialog = within(await screen.findByRole('dialog', { name: 'Create a secret' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create a secret' }));
    expect(await dialog.findByText('lws_secret')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('lws_secret')).toBeNull());
  });
});
