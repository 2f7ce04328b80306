import { beforeAll, describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  findAuditNames,
  listAudit,
  readAuditEntry,
  type AuditEntry,
} from '@lintel/contract/audit/log';
import type { Answer } from '@lintel/contract/core/endpoint';
import { openScreen } from '../../test/render-portal.tsx';
import { at, answer, refusal } from '../../test/server.ts';
import { staff } from '../../test/sessions.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// Lazy chunks take longer to load on a busy machine than a test waits.
beforeAll(() => Promise.all([import('./audit-page.tsx'), import('./entry-modal.tsx')]));

type Log = Answer<typeof listAudit>;

const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 41,
  at: '2026-03-05T18:00:00.000Z',
  by: { id: 2, name: 'Sam Porter', email: 'support@demo.test' },
  as: null,
  bySystem: false,
  action: 'w9.read',
  text: 'W-9 form viewed',
  about: 'W-9 form 14',
  contractor: { id: 7, name: 'Summit Roofing LLC' },
  address: '203.0.113.7',
  ...change,
});
const listed = (data: AuditEntry[] = [entry()], more = false): Log => ({
  data,
  total: more ? 10_000 : data.length,
  more,
  chosen: { person: null, contractor: null },
});

/** Opens the screen; returns the list's queries. */
async function open(path = '/manage/audit', reply = listed()) {
  const { router } = await openScreen('/', staff());
  const requests: string[] = [];
  answer(listAudit, (request) => {
    requests.push(new URL(request.url).search);
    return reply;
  });
  await router.navigate({ href: path });
  await screen.findByRole('heading', { level: 1, name: 'Audit log' });
  return { router, requests };
}
const grid = () => screen.findByRole('region', { name: 'Audit log' });

describe('the audit log', () => {
  it('shows the actor, the acting-as account, the affected account, the time, and the address', async () => {
    const as = { id: 11, name: 'Priya Natarajan', email: 'pro@demo.test' };
    const none = { by: null, about: '', contractor: null, address: '' };
    await open('/manage/audit', {
      ...listed([
        entry({ as }),
        entry({ id: 40, ...none, bySystem: true, text: 'State of the audit log recorded' }),
        entry({ id: 39, ...none, text: 'Signed up' }),
      ]),
    });
    const rows = within(await grid()).getAllByRole('row');
    expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
      'Mar 5, 2026, 1:00 PM ESTSam Portersupport@demo.testas Priya NatarajanW-9 form viewedW-9 form 14Summit Roofing LLC203.0.113.7',
      'Mar 5, 2026, 1:00 PM ESTThe systemState of the audit log recorded––',
      'Mar 5, 2026, 1:00 PM ESTNot signed inSigned up––',
    ]);
    expect(screen.getByText('3 entries')).toBeTruthy();
  });

  it('marks the end of the list', async () => {
    await open('/manage/audit', listed([entry()], true));
    expect(await screen.findByText(/The newest 10,000 entries\. Choose days/)).toBeTruthy();
  });

  it('filters by a person or a contractor when the name is clicked', async () => {
    const { router, requests } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Sam Porter' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ person: 2 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Summit Roofing LLC' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ person: 2, contractor: 7 }));
    await waitFor(() => expect(requests.at(-1)).toContain('person=2&contractor=7'));
  });

  it('applies the filters in its address, and each can be removed', async () => {
    const { router, requests } = await open(
      '/manage/audit?person=2&kind=payouts&search=14&currentPeriod=last-7',
      { ...listed(), chosen: { person: entry().by, contractor: null } },
    );
    expect(requests[0]).toMatch(/from=.*&to=.*&person=2&kind=payouts&search=14/);
    const chips = within(await screen.findByRole('list', { name: 'Active filters' }));
    const labels = () => chips.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(labels()).toEqual([
      'Last 7 days',
      'Done by: Sam Porter',
      'All: Payouts and tax forms',
      'Search: 14',
      'Clear all',
    ]);
    await userEvent.click(chips.getByRole('button', { name: 'Remove the filter Last 7 days' }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ person: 2, kind: 'payouts', search: '14' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('filters by a person found by a server search', async () => {
    const { router } = await open();
    answer(findAuditNames, {
      data: [
        { id: 2, name: 'Sam Porter', note: 'support@demo.test' },
        { id: 9, name: 'Sam Porter', note: 'sam@summit.test' },
      ],
    });
    await userEvent.type(screen.getByRole('combobox', { name: 'Done by' }), 'sam');
    await userEvent.click(
      await screen.findByRole('option', { name: /sam@summit\.test/, hidden: true }),
    );
    await waitFor(() => expect(router.state.location.search).toEqual({ person: 9 }));
  });

  it('filters by event', async () => {
    const { router } = await open();
    await userEvent.type(screen.getByRole('combobox', { name: 'What' }), 'bank file');
    await userEvent.click(
      await screen.findByRole('option', { name: 'Bank file downloaded', hidden: true }),
    );
    await waitFor(() =>
      expect(router.state.location.search).toEqual({ kind: 'payout-run.downloaded' }),
    );
  });

  it('shows a note without matches, and a retry after a loading failure', async () => {
    const { router } = await open('/manage/audit?search=nothing', listed([]));
    expect(await screen.findByText('No entries')).toBeTruthy();
    answer(listAudit, () => refusal('unexpected'));
    await router.navigate({ href: '/manage/audit?search=other' });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('an entry', () => {
  it('opens with the old and new values', async () => {
    await open();
    answer(at(readAuditEntry, { id: 41 }), {
      ...entry({ text: 'Plan changed' }),
      changes: [
        { field: 'Price', before: '99', after: '129' },
        { field: 'Note', before: null, after: 'New' },
      ],
      facts: [{ name: 'Version', value: '3' }],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'W-9 form viewed' }));
    const dialog = await screen.findByRole('dialog', { name: 'Plan changed' });
    const table = await within(dialog).findByRole('table', { name: 'Changes' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'FieldBeforeAfter',
      'Price99129',
      'Note–New',
    ]);
    expect(dialog.textContent).toContain('Sam Porter, support@demo.test');
    expect(dialog.textContent).toContain('Version3');
    expect(dialog.textContent).toContain('41, w9.read');
  });

  it('offers a retry after a loading failure', async () => {
    await open();
    answer(at(readAuditEntry, { id: 41 }), () => refusal('unexpected'));
    await userEvent.click(await screen.findByRole('button', { name: 'W-9 form viewed' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
