import { describe, expect, it, vi } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readAnalytics } from '@lintel/contract/applications/graphs';
import { endFollowUp, reopenFollowUp } from '@lintel/contract/applications/application-detail';
import { readToday } from '@lintel/contract/dashboard';
import { listPages } from '@lintel/contract/pages/page';
import { shownToasts } from '../../../test/toasts.ts';
import { coBrandedPage } from '../../../test/pages.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { answer, at, refusal } from '../../../test/server.ts';
import { owner, privileges } from '../../../test/sessions.ts';
import { monthSums, quietDay, section, toDo } from '../../../test/today.ts';

vi.setConfig({ testTimeout: 40_000 });

const pages = { data: [coBrandedPage(1, 'summit-roofing', { title: '' })] };
const busy = { submittedApplications: 40, receivedOffers: 9, fundingOffers: 2 };

async function openToday(
  day: ReturnType<typeof quietDay> | ReturnType<typeof refusal>,
  session = owner(),
) {
  const view = await openPortal('/refer', session);
  answer(readToday, () => day);
  answer(at(listPages, { id: 7 }), pages);
  answer(at(readAnalytics, { id: 7 }), busy);
  await act(() => view.router.navigate({ to: '/' }));
  return view;
}
const list = () => screen.findByRole('list', { name: 'To do' });
const items = async () => within(await list()).getAllByRole('listitem');
const words = async () => (await items()).map(({ textContent }) => textContent);

const fullDay = quietDay(
  {
    followUp: section(toDo(1, 'Alice Abbott', { until: '2026-03-04', note: 'Color' })),
    expiring: section(toDo(2, 'Ben Ode', { until: '2026-03-09' })),
    begin: section(toDo(3, 'Cy Dorn', { amount: 12_500 })),
    choose: section(toDo(1, 'Alice Abbott', { amount: 9_000 }), toDo(4, '', { phone: '' })),
    inform: section(toDo(5, 'Eve Flint')),
  },
  { news: { sent: 3, offers: 2, funded: 0 } },
);

describe('today', () => {
  it('shows what is new, and each homeowner to call once with the reason, most urgent first', async () => {
    await openToday(fullDay);
    expect(await words()).toEqual([
      'Alice AbbottFollow-upColor · due 03/04/2026Done',
      'Ben OdeExpires soonThe lender is waiting for information · until 03/09/2026',
      'Cy DornApproved$12,500. Agree on when the work starts',
      'No name yetHas offersno offer chosen since 03/03/2026',
      'Eve FlintInformation neededThe lender is waiting for information',
    ]);
    expect(screen.getByText('Since yesterday: 3 applications, 2 with offers.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ben Ode' }).getAttribute('href')).toBe(
      '/reports-applications/2',
    );
    expect(screen.getByRole('link', { name: 'Call Ben Ode' }).getAttribute('href')).toBe(
      'tel:+17205550100',
    );
  });

  it('filters by one kind with its count', async () => {
    await openToday({
      ...fullDay,
      toDo: { ...fullDay.toDo, choose: { ...fullDay.toDo.choose, count: 100, isMore: true } },
    });
    await list();
    await userEvent.click(screen.getByRole('button', { name: 'Has offers 100+' }));
    expect(await words()).toEqual([
      'Alice AbbottHas offersUp to $9,000 · no offer chosen since 03/03/2026',
      'No name yetHas offersno offer chosen since 03/03/2026',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'All' }));
    expect(await items()).toHaveLength(5);
  });

  it('shows more on request', async () => {
    const some = Array.from({ length: 7 }, (_, index) => toDo(index + 1, `Person ${index + 1}`));
    const { router } = await openPortal('/refer', owner());
    answer(readToday, ({ url }) => {
      const limit = Number(new URL(url).searchParams.get('limit'));
      return quietDay({ choose: { count: 7, isMore: false, items: some.slice(0, limit) } });
    });
    await act(() => router.navigate({ to: '/' }));
    expect(await items()).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(async () => expect(await items()).toHaveLength(7));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('marks a follow-up as done in place, with an undo', async () => {
    const requests: string[] = [];
    await openToday(fullDay);
    answer(at(endFollowUp, { id: 1 }), () => {
      requests.push('done');
      return { message: 'Follow-up done' };
    });
    answer(at(reopenFollowUp, { id: 1 }), () => {
      requests.push('open');
      const followUp = { on: '2026-03-04', note: 'Color', author: 'Priya', isDue: true };
      return { message: 'Follow-up reopened', followUp };
    });
    await list();
    await userEvent.click(
      screen.getByRole('button', { name: 'Done: follow-up with Alice Abbott' }),
    );
    await userEvent.click(
      await screen.findByRole('button', { name: 'Undo: follow-up with Alice Abbott' }),
    );
    expect(
      await screen.findByRole('button', { name: 'Done: follow-up with Alice Abbott' }),
    ).toBeTruthy();
    expect(requests).toEqual(['done', 'open']);
  });

  it('leaves a follow-up unchanged when the request fails', async () => {
    await openToday(fullDay);
    answer(at(endFollowUp, { id: 1 }), () => refusal('unavailable'));
    await list();
    const button = screen.getByRole('button', { name: 'Done: follow-up with Alice Abbott' });
    await userEvent.click(button);
    await waitFor(() => expect(shownToasts().at(-1)?.kind).toBe('danger'));
    expect(screen.getByRole('button', { name: 'Done: follow-up with Alice Abbott' })).toBeTruthy();
  });

  it('is read-only with read access to the report', async () => {
    await openToday(fullDay, owner(privileges('reports-applications:read')));
    await list();
    expect(screen.queryByRole('button', { name: /^Done/ })).toBeNull();
  });

  it('shows a friendly note when there is nothing to do', async () => {
    await openToday(quietDay());
    expect(await screen.findByText('Nothing to do today')).toBeTruthy();
    expect(screen.getByText('Nothing new since yesterday.')).toBeTruthy();
  });

  it('shows a loading failure with a retry, and keeps the cards', async () => {
    await openToday(refusal('unexpected'));
    await screen.findByText('Some of your cards could not be loaded.', { exact: false });
    answer(readToday, fullDay);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await items()).toHaveLength(5);
    expect(screen.getByRole('heading', { name: 'Training' })).toBeTruthy();
  });

  it('is hidden without access to the report', async () => {
    await openToday(fullDay, owner(privileges('co-branded:access', 'customers:access')));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('heading', { name: 'Today' })).toBeNull();
  });

  it('follows the cards while there is no page to apply on', async () => {
    const { router } = await openPortal('/refer', owner());
    await act(() => router.navigate({ to: '/' }));
    const today = await screen.findByRole('heading', { name: 'Today' });
    const create = screen.getByRole('heading', { name: 'Co-branded page' });
    expect(create.compareDocumentPosition(today)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe('the month', () => {
  it('is compared with the previous month, also in text', async () => {
    await openToday(
      quietDay(
        {},
        {
          requested: monthSums({ soFar: 15_000, lastSoFar: 12_000, days: [5_000, 0, 10_000] }),
          funded: monthSums({ soFar: 3_000, lastSoFar: 6_000 }),
        },
      ),
    );
    expect(await screen.findByRole('heading', { name: 'March so far' })).toBeTruthy();
    expect(
      screen.getByRole('img', {
        name: 'Requested: $15,000 so far this month, $12,000 by the same day in February',
      }),
    ).toBeTruthy();
    expect(screen.getByText('+25%')).toBeTruthy();
    expect(screen.getByText('−50%')).toBeTruthy();
  });

  it('shows no comparison without an earlier amount', async () => {
    await openToday(quietDay({}, { requested: monthSums({ soFar: 15_000, lastSoFar: 0 }) }));
    await screen.findByRole('heading', { name: 'March so far' });
    expect(screen.queryByText(/%$/)).toBeNull();
  });
});

describe("the page's address", () => {
  it('can be copied, shown as a QR code, and shared', async () => {
    await openToday(quietDay());
    const address = await screen.findByRole('group', { name: 'Public address for summit-roofing' });
    expect(within(address).getByRole('button', { name: 'Copy link' })).toBeTruthy();
    const code = screen.getByRole('button', { name: 'QR code for summit-roofing' });
    await userEvent.click(code);
    const picture = await screen.findByRole('img', { name: 'QR code for summit-roofing' });
    expect(atob(picture.getAttribute('src')?.split(',')[1] ?? '')).toContain('<svg');
    await userEvent.click(code);
    expect(screen.queryByRole('img', { name: 'QR code for summit-roofing' })).toBeNull();
    const shared = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', Object.assign(navigator, { share: shared }));
    await userEvent.click(screen.getByRole('button', { name: 'Share summit-roofing' }));
    expect(shared).toHaveBeenCalledWith(
      expect.objectContaining({ url: expect.stringMatching(/\/p\/summit-roofing\?source=share$/) }),
    );
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'share');
  });

  it('appears only on its card while that card is shown, with the same ways to share', async () => {
    const view = await openPortal('/refer', owner());
    answer(at(listPages, { id: 7 }), pages);
    await act(() => view.router.navigate({ to: '/' }));
    expect(await screen.findByRole('button', { name: 'Share summit-roofing' })).toBeTruthy();
    await screen.findByText('Nothing to do today');
    expect(
      screen.getAllByRole('group', { name: 'Public address for summit-roofing' }),
    ).toHaveLength(1);
  });

  it('follows the chosen page when there are several', async () => {
    const view = await openPortal('/refer', owner());
    answer(at(listPages, { id: 7 }), {
      data: [...pages.data, coBrandedPage(2, 'summit-solar', { title: 'Solar' })],
    });
    answer(at(readAnalytics, { id: 7 }), busy);
    await act(() => view.router.navigate({ to: '/' }));
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Which page' }),
      'summit-solar',
    );
    const address = screen.getByRole('group', { name: 'Public address for Solar' });
    expect(within(address).getByRole('link').getAttribute('href')).toMatch(/\/p\/summit-solar$/);
    expect(screen.getByRole('button', { name: 'QR code for Solar' })).toBeTruthy();
  });

  it('offers to send a link to users with permission', async () => {
    const { unmount } = await openToday(quietDay());
    expect(await screen.findByRole('button', { name: 'Send link' })).toBeTruthy();
    unmount();
    await openToday(
      quietDay(),
      owner(privileges('reports-applications:access', 'co-branded:access', 'customers:read')),
    );
    await screen.findByRole('button', { name: 'Share summit-roofing' });
    expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull();
  });
});
