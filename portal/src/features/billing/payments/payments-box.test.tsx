import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listPayments, paymentReceipt } from '@lintel/contract/billing/payments';
import { openBilling, payment } from '../../../test/billing.ts';
import { readOptions } from '../../../test/emails.ts';
import { press } from '../../../test/forms.ts';
import { shownToasts } from '../../../test/toasts.ts';
import { answer, refusal, file } from '../../../test/server.ts';

const thisYear = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
}).format(new Date());
const rows = [
  payment({ id: 1, refundedAmount: 10 }),
  payment({
    id: 2,
    number: '100-1-02',
    status: 'Failed',
    failureMessage: 'The card was declined.',
  }),
  payment({ id: 3, number: '100-1-03', status: 'Upcoming' }),
];

async function open(payments = rows, prepare?: () => void) {
  const view = await openBilling({ payments }, prepare && { prepare });
  const box = await screen.findByRole('heading', { name: 'Payments' });
  const table = (): HTMLElement => screen.getByRole('table');
  return { ...view, table, box: box.closest('section') as HTMLElement };
}
const choose = async (label: string, option: string): Promise<void> => {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  const list = readOptions(screen.getByRole('combobox', { name: label }));
  await userEvent.click(list.find(({ textContent }) => textContent === option) as HTMLElement);
};
const optionsUnder = async (label: string): Promise<(string | null)[]> => {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  return readOptions(screen.getByRole('combobox', { name: label })).map(
    ({ textContent }) => textContent,
  );
};

describe('the table of payments', () => {
  it('loads five of this year, newest first [ACC-398] [ACC-506] [ACC-507] [ACC-508]', async () => {
    const { requests } = await open();
    await screen.findByText('100-1-02');
    expect(Object.fromEntries(requests.payments[0] ?? [])).toEqual({
      page: '1',
      limit: '5',
      order: '-createdAt',
      userId: '11',
      'filters[status]': '',
      'filters[createdAt][start]': `${thisYear}-01-01`,
      'filters[createdAt][end]': `${thisYear}-12-31`,
      'filters[searchText]': '',
    });
  });

  it("shows each payment's date, purpose, status with its reason, and amount [ACC-151] [ACC-206]", async () => {
    const { table } = await open();
    await screen.findByText('100-1-02');
    const text = table().textContent;
    for (const part of [
      '03/04/2026',
      'Pro plan, installment 1 of 12',
      '$99.50',
      '$10.00 refunded',
      'The card was declined.',
    ]) {
      expect(text).toContain(part);
    }
    for (const status of ['Succeeded', 'Failed', 'Upcoming'])
      expect(within(table()).getByText(status)).toBeTruthy();
  });

  it('can be filtered by the statuses empty, Succeeded, and Failed [ACC-049]', async () => {
    const { requests } = await open();
    await screen.findByText('100-1-02');
    expect(await optionsUnder('Status')).toEqual(['All', 'Succeeded', 'Failed']);
    await userEvent.keyboard('{Escape}');
    await choose('Status', 'Failed');
    await waitFor(() => expect(requests.payments.at(-1)?.get('filters[status]')).toBe('Failed'));
    await press('Remove the filter Status: Failed');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Status' }).value).toBe('All');
  });

  it('can be filtered by all time, last year, this year, or a custom range [ACC-050] [ACC-509]', async () => {
    const { requests } = await open();
    await screen.findByText('100-1-02');
    expect(await optionsUnder('Date')).toEqual(['All time', 'Last year', 'This year', 'Custom']);
    await userEvent.keyboard('{Escape}');
    await choose('Date', 'Last year');
    const last = String(Number(thisYear) - 1);
    await waitFor(() =>
      expect(requests.payments.at(-1)?.get('filters[createdAt][start]')).toBe(`${last}-01-01`),
    );
    expect(requests.payments.at(-1)?.get('filters[createdAt][end]')).toBe(`${last}-12-31`);
    await choose('Date', 'All time');
    await waitFor(() =>
      expect(requests.payments.at(-1)?.get('filters[createdAt][start]')).toBeNull(),
    );
    expect(requests.payments.at(-1)?.get('filters[createdAt][end]')).toBeNull();
  });

  it('starts a custom range three months back [ACC-510]', async () => {
    vi.useFakeTimers({ now: new Date('2026-05-31T16:00:00Z'), toFake: ['Date'] });
    const { requests } = await open();
    await screen.findByText('100-1-02');
    await choose('Date', 'Custom');
    await waitFor(() =>
      expect(requests.payments.at(-1)?.get('filters[createdAt][start]')).toBe('2026-02-28'),
    );
    expect(requests.payments.at(-1)?.get('filters[createdAt][end]')).toBe('2026-05-31');
    expect(screen.getByRole('button', { name: /^Days/ }).textContent).toBe(
      '02/28/2026 – 05/31/2026',
    );
  });

  it('searches after typing [ACC-051]', async () => {
    const { requests } = await open();
    await screen.findByText('100-1-02');
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search payments' }),
      ' 100-1 {Enter}',
    );
    await waitFor(() => expect(requests.payments.at(-1)?.get('filters[searchText]')).toBe('100-1'));
    expect(
      requests.payments.filter((query) => query.get('filters[searchText]') !== ''),
    ).toHaveLength(1);
  });

  it('can be sorted by clicking a column, and reversed by a second click [ACC-052]', async () => {
    const { requests, table } = await open();
    await screen.findByText('100-1-02');
    for (const [title, field] of [
      ['Amount', 'amount'],
      ['Status', 'status'],
      ['Description', 'description'],
      ['Date', 'createdAt'],
    ] as const) {
      const head = (): HTMLElement => within(table()).getByText(title);
      const orders = (): (string | null)[] => requests.payments.map((query) => query.get('order'));
      await userEvent.click(head());
      // The initial order is cached and isn't loaded again.
      await waitFor(() =>
        expect(head().closest('th')?.getAttribute('aria-sort')).toMatch(/ending$/),
      );
      await userEvent.click(head());
      await waitFor(() =>
        expect(orders()).toEqual(expect.arrayContaining([`+${field}`, `-${field}`])),
      );
    }
  });

  it('can be paged by 5, 10, 25, or 50 [ACC-053] [ACC-505]', async () => {
    const queries: URLSearchParams[] = [];
    const { box } = await open(rows, () =>
      answer(listPayments, ({ url }) => {
        queries.push(new URL(url).searchParams);
        return { data: rows, total: 23 };
      }),
    );
    await screen.findByText('1–5 of 23');
    await userEvent.click(within(box).getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(queries.at(-1)?.get('page')).toBe('2'));
    const size = within(box).getByRole('combobox', { name: 'Per page' });
    expect([...(size as HTMLSelectElement).options].map(({ value }) => value)).toEqual([
      '5',
      '10',
      '25',
      '50',
    ]);
    await userEvent.selectOptions(size, '25');
    await waitFor(() =>
      expect([queries.at(-1)?.get('limit'), queries.at(-1)?.get('page')]).toEqual(['25', '1']),
    );
  });

  it('shows the next step without matches, when empty, and after a server failure [ACC-498]', async () => {
    await open([]);
    expect(await screen.findByText('No payments in this period')).toBeTruthy();
    await choose('Status', 'Failed');
    expect(await screen.findByText('No payments found')).toBeTruthy();
    answer(listPayments, () => refusal('unexpected'));
    await choose('Status', 'Succeeded');
    expect(await screen.findByText('This could not be loaded.')).toBeTruthy();
    expect(shownToasts().at(-1)).toMatchObject({
      message: 'Something wrong',
      kind: 'danger',
      life: false,
    });
  });
});

describe('the receipt of a payment', () => {
  const pdf = (): Response => file('application/pdf', '%PDF-1.7');

  it('is saved under its number, only for a successful payment', async () => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:receipt';
    const requests: string[] = [];
    await open(rows, () =>
      answer(paymentReceipt, ({ url }) => {
        requests.push(new URL(url).pathname + new URL(url).search);
        return pdf();
      }),
    );
    const buttons = await screen.findAllByRole('button', { name: /^Download the receipt/ });
    expect(buttons).toHaveLength(1);
    await press('Download the receipt for 100-1-01');
    await waitFor(() => expect(saved).toEqual(['Receipt-100-1-01.pdf']));
    expect(requests).toEqual(['/api/v1/payment/1/receipt?userId=11']);
  });

  it("shows an error when it can't be created", async () => {
    await open(rows, () => answer(paymentReceipt, () => refusal('not_found')));
    await screen.findByText('100-1-02');
    await press('Download the receipt for 100-1-01');
    expect(await screen.findByText('This does not exist or is not yours.')).toBeTruthy();
  });
});
