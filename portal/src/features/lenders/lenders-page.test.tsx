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
  saveLender,
  type Lender,
} from '@lintel/contract/lenders/lender';
import { readConformance, startConformance } from '@lintel/contract/lenders/conformance/run';
import { addCertificate, readTls } from '@lintel/contract/lenders/tls';
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
  needs: [],
  isListed: true,
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
  certificateExpiresAt: null,
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
  answer(readTls, { certificates: [], authorities: [] });
  answer(readConformance, { run: null });
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
  it('needs the details that are checked, and says what each one means', async () => {
    const sent = vi.fn();
    await open('/manage/lenders/100');
    answer(saveLender, async (request) => {
      sent(await request.json());
      return { message: 'Lender saved.', lender: lender({ needs: ['income', 'ssn-ending'] }) };
    });
    await screen.findByRole('heading', { name: 'Keystone Home Credit' });
    // The page's own button comes before those of its cards.
    const [edit] = screen.getAllByRole('button', { name: 'Edit' });
    if (edit) await userEvent.click(edit);
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit lender' }));
    const needs = within(dialog.getByRole('group', { name: 'Details the lender needs' }));
    await userEvent.click(needs.getByRole('checkbox', { name: /Social Security/ }));
    await userEvent.click(needs.getByRole('checkbox', { name: 'Yearly income' }));
    expect(needs.getByText('Never the whole number')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith(
        expect.objectContaining({ needs: ['income', 'ssn-ending'] }),
      ),
    );
  });

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

  it('runs the conformance checks, and shows failures with what to do', async () => {
    await open('/manage/lenders/100');
    const started = vi.fn();
    answer(startConformance, () => {
      started();
      answer(readConformance, {
        run: {
          startedAt: '2026-03-04T18:00:00.000Z',
          by: 'Ada Admin',
          finishedAt: '2026-03-04T18:00:09.000Z',
          isInterrupted: false,
          total: 2,
          results: [
            {
              id: 'test-call',
              title: 'Accepts the test call',
              outcome: 'passed',
              reason: '',
              fix: '',
              exchanges: [],
            },
            {
              id: 'wrong-signature',
              title: 'Rejects a wrong signature',
              outcome: 'failed',
              reason: '401 was expected, but the answer was 200.',
              fix: 'Compare the signature.',
              exchanges: [
                {
                  path: '/applications',
                  signature: 'wrong',
                  sent: '{"test":true}',
                  status: 200,
                  milliseconds: 12,
                  answered: 'stored',
                },
              ],
            },
          ],
        },
      });
      return { message: 'The checks are running.' };
    });
    expect(await screen.findByText("The checks haven't been run yet.")).toBeTruthy();
    await press('Run the checks');
    expect(await screen.findByText(/1 passed, 1 failed, 0 skipped/)).toBeTruthy();
    expect(started).toHaveBeenCalledOnce();
    expect(screen.getByText(/by Ada Admin/)).toBeTruthy();
    expect(screen.getByText('To fix it: Compare the signature.')).toBeTruthy();
    expect(screen.getByText('POST /applications, with a wrong signature')).toBeTruthy();
  });

  it('adds a client certificate, and warns before one expires', async () => {
    await open('/manage/lenders/100');
    answer(readLender, lender({ certificateExpiresAt: new Date(Date.now() + 1e9).toISOString() }));
    const sent = vi.fn();
    answer(addCertificate, async (request) => {
      sent(await request.json());
      return { message: 'Certificate added.' };
    });
    await screen.findByText('No client certificate');
    await press('Add a certificate');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a certificate' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /^Certificate/ }), 'PEM');
    await userEvent.type(dialog.getByRole('textbox', { name: /^Private key/ }), 'KEY');
    await userEvent.click(dialog.getByRole('button', { name: 'Add a certificate' }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith({ certificate: 'PEM', key: 'KEY', overlapHours: 24 }),
    );
    expect(await screen.findByText(/The client certificate expires on/)).toBeTruthy();
  });
});
