import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  askForApplicationsExport,
  listLargeExports,
  removeLargeExport,
  retryLargeExport,
  type LargeExport,
} from '@lintel/contract/applications/large-exports';
import { dialogStore } from '../../lib/dialog.ts';
import * as files from '../../lib/download.ts';
import { shownToasts } from '../../test/toasts.ts';
import { openReport } from '../../test/applications.ts';
import { press, recordCalls } from '../../test/forms.ts';
import { answer, at, refusal } from '../../test/server.ts';

vi.setConfig({ testTimeout: 40_000 });

const exportId = '6f1c1c5e-9d43-4e0a-8a55-0d5b0d3f9a10';
const made = (change: Partial<LargeExport> = {}): LargeExport => ({
  exportId,
  state: 'preparing',
  fileName: 'applications-2026-01-01-2026-03-05.csv',
  rows: 61_204,
  rowsMade: 20_000,
  askedAt: '2026-03-05T18:00:00.000Z',
  bytes: null,
  expiresAt: null,
  ...change,
});
const ready = made({
  state: 'ready',
  rowsMade: 61_204,
  bytes: 14_300_000,
  expiresAt: '2026-03-06T18:00:00.000Z',
});
const areListed = (...data: LargeExport[]): void => answer(listLargeExports, { data });
const open = (...data: LargeExport[]) =>
  openReport({ search: '?exports=open' }, () => areListed(...data));

beforeEach(() => void vi.spyOn(files, 'downloadFrom').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const bar = (): string | null =>
  screen
    .getByRole('progressbar', { name: /^Progress of applications-/, hidden: true })
    .getAttribute('aria-valuenow');

it('a large export runs in the background: its progress appears at once, and nothing downloads', async () => {
  await openReport({ total: 61_204 });
  answer(askForApplicationsExport, () => {
    areListed(made());
    return { message: "We're preparing your export.", data: made() };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Excel (.xlsx)', hidden: true }),
  );
  expect(await screen.findByText('20,000 of 61,204 rows')).toBeTruthy();
  expect(Math.round(Number(bar()))).toBe(33);
  expect(files.downloadFrom).not.toHaveBeenCalled();
});

it('a rejected request for a large export shows the reason', async () => {
  await openReport({ total: 61_204 });
  answer(askForApplicationsExport, () => refusal('export_limit'));
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Excel (.xlsx)', hidden: true }),
  );
  await waitFor(() => expect(shownToasts().at(-1)?.message).toMatch(/^The limit of large exports/));
});

it('a finished export is announced on any screen and can be downloaded', async () => {
  const { router } = await open(made());
  await screen.findByText('20,000 of 61,204 rows');
  await act(() => router.navigate({ href: '/refer' }));
  areListed(ready);
  await waitFor(
    () =>
      expect(shownToasts().at(-1)?.message).toBe(
        'applications-2026-01-01-2026-03-05.csv is ready. Download it under Export, Large exports.',
      ),
    { timeout: 15_000 },
  );
  await act(() => router.navigate({ href: '/reports-applications?exports=open' }));
  expect(
    await screen.findByText(/61,204 rows, 14 MB\. Download it until 03\/06\/2026/),
  ).toBeTruthy();
  await press(`Download ${ready.fileName}`);
  await waitFor(() =>
    expect(files.downloadFrom).toHaveBeenCalledWith(
      `/api/v1/reports-applications-exports/${exportId}/file?userId=11`,
    ),
  );
});

it('an export that has expired is not downloaded', async () => {
  await open(ready);
  await screen.findByText(/61,204 rows/);
  areListed(made({ state: 'expired' }));
  await press(`Download ${ready.fileName}`);
  expect(await screen.findByText('Expired')).toBeTruthy();
  expect(files.downloadFrom).not.toHaveBeenCalled();
  expect(screen.getByText(/We removed the file after 24 hours/)).toBeTruthy();
});

it('a failed export can be retried', async () => {
  await open(made({ state: 'failed' }));
  expect((await screen.findByRole('alert', { hidden: true })).textContent).toContain(
    'Something went wrong',
  );
  const calls = recordCalls(at(retryLargeExport, { exportId }), () => {
    areListed(made({ rowsMade: 0 }));
    return { message: "We're preparing your export.", data: made({ rowsMade: 0 }) };
  });
  await press('Try again');
  expect(await screen.findByText('Getting started. About 61,204 rows.')).toBeTruthy();
  expect(calls).toHaveLength(1);
});

it('a running export can be canceled after a confirmation', async () => {
  await open(made());
  await screen.findByText('20,000 of 61,204 rows');
  let removed = 0;
  answer(at(removeLargeExport, { exportId }), () => {
    removed += 1;
    areListed();
    return { message: 'The export has been removed.' };
  });
  await press(`Cancel ${ready.fileName}`);
  await waitFor(() => expect(dialogStore.get()).not.toBeNull());
  act(() => dialogStore.get()?.settle(false));
  expect(removed).toBe(0);
  await press(`Cancel ${ready.fileName}`);
  await waitFor(() => expect(dialogStore.get()).not.toBeNull());
  act(() => dialogStore.get()?.settle(true));
  expect(await screen.findByText('No large exports')).toBeTruthy();
  expect(removed).toBe(1);
});

it('the list offers a retry after a loading failure', async () => {
  await openReport({ search: '?exports=open' }, () =>
    answer(listLargeExports, () => refusal('unexpected')),
  );
  expect(await screen.findByRole('button', { name: 'Try again', hidden: true })).toBeTruthy();
});
