import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toastStore } from '../../../lib/toast.ts';
import { openReport } from '../../../test/applications.ts';
import { answer, refusal } from '../../../test/server.ts';

vi.setConfig({ testTimeout: 40_000 });

const saved: { name: string; type: string; size: number }[] = [];
beforeEach(() => {
  saved.length = 0;
  const files: Blob[] = [];
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob) - 1}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const file = files[Number(this.href.slice('blob:'.length))];
    saved.push({ name: this.download, type: file?.type ?? '', size: file?.size ?? 0 });
  });
});

/** An export whose pieces the test sends when it likes. */
function answerExport(rows: number) {
  const asked: URLSearchParams[] = [];
  const sending: { controller?: ReadableStreamDefaultController<Uint8Array> } = {};
  answer('get', '/reports-applications-export', ({ url }) => {
    asked.push(new URL(url).searchParams);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        sending.controller = controller;
      },
    });
    const name = `applications-2026-01-01-2026-01-31.${asked.at(-1)?.get('format')}`;
    const headers = {
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename="${name}"`,
      'x-total-rows': String(rows),
      'x-estimated-bytes': '1000',
    };
    return new Response(body, { headers });
  });
  const send = (text: string): Promise<void> => act(async () => sending.controller?.enqueue(new TextEncoder().encode(text)));
  return { asked, sending, send, end: () => act(async () => sending.controller?.close()) };
}

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
async function choose(format: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', false));
  await press('Export');
  // Without a layout the open menu counts as out of sight.
  await userEvent.click(await screen.findByRole('menuitem', { name: format, hidden: true }));
}
const toasts = () => toastStore.get().map(({ message, kind }) => [message, kind]);

describe('the export of the report', () => {
  it('asks with the filters of the list, shows how far it is, and saves the file under its name [ACC-095]', async () => {
    const search =
      '?currentPeriod=custom&customStart=2026-01-01&customEnd=2026-01-31&status=funded&search=abbott&coBrandedPage=4&page=2';
    const { asked: listed } = await openReport({ search, total: 40 });
    const exported = answerExport(4);
    await choose('Comma-separated values (.csv)');
    await exported.send('titles\r\none\r\n');
    const bar = await screen.findByRole('progressbar');
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('25'));
    expect(screen.getByText(/about 1 of 4 applications/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true);
    await exported.send('two\r\nthree\r\nfour\r\n');
    await exported.end();
    await waitFor(() => expect(saved).toEqual([{ name: 'applications-2026-01-01-2026-01-31.csv', type: 'text/csv', size: 31 }]));
    expect(toasts()).toEqual([['Saved applications-2026-01-01-2026-01-31.csv', 'success']]);
    expect(screen.queryByRole('progressbar')).toBeNull();
    const [wanted] = exported.asked;
    for (const name of ['started[gte]', 'started[lte]', 'userId', 'status', 'search', 'coBrandedPage', 'order']) {
      expect(wanted?.get(name)).toBe(listed.at(-1)?.get(name));
    }
    expect([wanted?.get('format'), wanted?.get('started[gte]'), wanted?.has('page')]).toEqual(['csv', '2026-01-01', false]);
  });

  it('of a workbook tells about how far it is by its size', async () => {
    await openReport();
    const exported = answerExport(50);
    await choose('Excel (.xlsx)');
    await exported.send('x'.repeat(400));
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'));
    expect(screen.getByText(/about 20 of 50 applications, 1 kB/)).toBeTruthy();
    await exported.send('x'.repeat(4000));
    await exported.end();
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['applications-2026-01-01-2026-01-31.xlsx']));
  });

  it('can be ended before time, and saves nothing then', async () => {
    await openReport();
    const exported = answerExport(50);
    await choose('Excel (.xlsx)');
    await exported.send('begun');
    await press('Cancel');
    await waitFor(() => expect(toasts()).toEqual([['The export was canceled', 'info']]));
    expect(saved).toEqual([]);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('says why it was refused, and that it broke off, and saves no half file', async () => {
    await openReport();
    answer('get', '/reports-applications-export', () => refusal('busy'));
    await choose('Excel (.xlsx)');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(broken));
    await choose('Excel (.xlsx)');
    await waitFor(() => expect(toasts().at(-1)).toEqual(['The export was interrupted. Please try again.', 'danger']));
    expect(saved).toEqual([]);
  });
});
