import { afterEach, expect, it, vi } from 'vitest';
import { act, screen } from '@testing-library/react';
import {
  askForCompanyExport,
  openCompanyExport,
  readCompanyExport,
  type CompanyExport,
} from '@lintel/contract/company-data/export';
import { dialogStore } from '../../../lib/dialog.ts';
import * as files from '../../../lib/download.ts';
import { press, recordCalls } from '../../../test/forms.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { renderAlone } from '../../../test/render-alone.tsx';
import { answer, at, refusal } from '../../../test/server.ts';
import { limitedUser, owner, staff, switchedStaff } from '../../../test/sessions.ts';
import { DataExportCard } from './data-export-card.tsx';

const made = (change: Partial<CompanyExport> = {}): CompanyExport => ({
  state: 'preparing',
  askedAt: '2026-03-05T18:00:00.000Z',
  bytes: null,
  expiresAt: null,
  ...change,
});
const ready = made({ state: 'ready', bytes: 3_400_000, expiresAt: '2026-03-12T18:00:00.000Z' });
const isMade = (data: CompanyExport | null): void =>
  answer(at(readCompanyExport, { id: 7 }), { data });
const isOpened = (data: CompanyExport): void => answer(at(openCompanyExport, { id: 7 }), { data });
const open = () => renderAlone(<DataExportCard contractorId={7} />);

afterEach(() => void vi.restoreAllMocks());

it('an owner can request an export, and sees that it is being prepared', async () => {
  isMade(null);
  open();
  const calls = recordCalls(askForCompanyExport, () => {
    isMade(made());
    return { message: "We're preparing your export.", data: made() };
  });
  await screen.findByText(/We prepare the file/);
  await press('Export my data');
  expect(await screen.findByText('Preparing')).toBeTruthy();
  expect(screen.getByText(/^You requested it on 03\/05\/2026, 1:00 PM EST\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export my data' })).toBeNull();
  expect(calls).toHaveLength(1);
});

it('a running export is polled until it is ready', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  isMade(made());
  open();
  await screen.findByText('Preparing');
  isMade(ready);
  await act(() => vi.advanceTimersByTimeAsync(5100));
  expect(await screen.findByText('Ready')).toBeTruthy();
  vi.useRealTimers();
});

it('a finished export shows its size and expiration, and can be downloaded', async () => {
  isMade(ready);
  isOpened(ready);
  const saved = vi.spyOn(files, 'downloadFrom').mockImplementation(() => undefined);
  open();
  await screen.findByText('Ready');
  expect(
    screen.getByText(
      /^3\.2 MB, as of 03\/05\/2026, 1:00 PM EST\. You can download it until 03\/12\/2026/,
    ),
  ).toBeTruthy();
  await press('Download');
  await vi.waitFor(() =>
    expect(saved).toHaveBeenCalledWith('/api/v1/contractor/7/data-export/file'),
  );
});

it('an export removed in the meantime is not downloaded, and can be requested again', async () => {
  isMade(ready);
  const saved = vi.spyOn(files, 'downloadFrom').mockImplementation(() => undefined);
  open();
  await screen.findByText('Ready');
  isOpened(made({ state: 'expired' }));
  await press('Download');
  expect(await screen.findByText(/Your last export was removed after 7 days/)).toBeTruthy();
  expect(saved).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Export my data' })).toBeTruthy();
});

it('a new export replaces a finished one only after a confirmation', async () => {
  isMade(ready);
  open();
  await screen.findByText('Ready');
  const calls = recordCalls(askForCompanyExport, () => ({ message: 'Asked', data: made() }));
  await press('Create a new one');
  await vi.waitFor(() => expect(dialogStore.get()).not.toBeNull());
  act(() => dialogStore.get()?.settle(false));
  expect(calls).toHaveLength(0);
  await press('Create a new one');
  await vi.waitFor(() => expect(dialogStore.get()).not.toBeNull());
  act(() => dialogStore.get()?.settle(true));
  expect(await screen.findByText('Preparing')).toBeTruthy();
});

it('a failed export is shown and can be retried', async () => {
  isMade(made({ state: 'failed' }));
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
  const calls = recordCalls(askForCompanyExport, () => ({ message: 'Asked', data: made() }));
  await press('Try again');
  expect(await screen.findByText('Preparing')).toBeTruthy();
  expect(calls).toHaveLength(1);
});

it('the card offers a retry after a loading failure', async () => {
  answer(at(readCompanyExport, { id: 7 }), () => refusal('unexpected'));
  open();
  expect(await screen.findByText('Your export could not be loaded.')).toBeTruthy();
});

it('Personal Info shows the card to the owner only, not to staff in the account', async () => {
  for (const [session, isThere] of [
    [owner(), true],
    [switchedStaff(), false],
    [limitedUser(), false],
    [owner(undefined, {}, { user: { ...owner().user, isOwner: false } }), false],
    [staff(), false],
  ] as const) {
    const { unmount } = await openPortal('/personal-info', session);
    await screen.findByRole('group', { name: 'Profile' });
    expect(screen.queryByText('Your Data') !== null).toBe(isThere);
    unmount();
  }
});
