import { beforeEach, describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { askForApplicationsExport } from '@lintel/contract/applications/large-exports';
import { exportApplications } from '@lintel/contract/applications/report';
import { shownToasts } from '../../test/toasts.ts';
import { openReport } from '../../test/applications.ts';
import { answer, refusal } from '../../test/server.ts';

vi.setConfig({ testTimeout: 40_000 });

const clicked: { href: string; name: string }[] = [];
beforeEach(() => {
  clicked.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    clicked.push({ href: this.href, name: this.download });
  });
});

async function choose(format: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  // jsdom has no layout, so the open menu counts as hidden.
  await userEvent.click(await screen.findByRole('menuitem', { name: format, hidden: true }));
}

describe("the report's export", () => {
  it.each([
    ['Excel (.xlsx)', 'xlsx'],
    ['Comma-separated values (.csv)', 'csv'],
  ])(
    "as %s navigates to the export with the list's filters and starts a download [ACC-095] [ACC-447]",
    async (item, format) => {
      const search =
        '?currentPeriod=custom&customStart=2026-01-01&customEnd=2026-01-31&status=funded&creditScore=good&search=a%26b&coBrandedPage=4&page=2&order=%2BapplicantName';
      const { requests } = await openReport({ search, total: 40 });
      answer(askForApplicationsExport, { message: 'It can be downloaded.', data: null });
      await choose(item);
      await waitFor(() => expect(clicked).toHaveLength(1));
      const address = new URL(clicked[0]?.href ?? '');
      expect(address.pathname).toBe('/api/v1/reports-applications-export');
      expect(clicked[0]?.name).toBe('');
      const { page: _page, limit: _limit, ...listed } = Object.fromEntries(requests.at(-1) ?? []);
      expect(Object.fromEntries(address.searchParams)).toEqual({ ...listed, format });
      expect(listed).toMatchObject({
        'started[gte]': '2026-01-01',
        userId: '11',
        status: 'funded',
        creditScore: 'good',
        search: 'a&b',
        coBrandedPage: '4',
      });
    },
  );

  it('shows the reason of a failure instead of opening the error as a page', async () => {
    await openReport();
    await screen.findByText('Alice Abbott');
    answer(askForApplicationsExport, () => refusal('too_many_requests'));
    await choose('Excel (.xlsx)');
    await waitFor(() => expect(shownToasts().at(-1)).toMatchObject({ kind: 'danger' }), {
      timeout: 15_000,
    });
    expect(clicked).toEqual([]);
  });

  it('shows why the server rejects the export', async () => {
    await openReport();
    answer(askForApplicationsExport, { message: 'It can be downloaded.', data: null });
    await choose('Excel (.xlsx)');
    await waitFor(() => expect(clicked).toHaveLength(1));
    // Frames of earlier downloads stay, because those may still be running.
    const frame = [...document.querySelectorAll('iframe[name^="download-"]')].at(-1);
    expect(frame?.isConnected).toBe(true);
    answer(exportApplications, () => refusal('busy'));
    Object.defineProperty(frame ?? {}, 'contentWindow', {
      value: { location: { href: 'refused' } },
    });
    frame?.dispatchEvent(new Event('load'));
    await waitFor(() => expect(shownToasts().at(-1)).toMatchObject({ kind: 'danger' }));
    expect(frame?.isConnected).toBe(false);
  });
});
