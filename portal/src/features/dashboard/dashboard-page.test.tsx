import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { coBrandedPage } from '../../test/pages.ts';
import { card as storedCard } from '../../test/billing.ts';
import { type Answer } from '@lintel/contract/core/endpoint';
import { readAnalytics } from '@lintel/contract/applications/graphs';
import { readCard } from '@lintel/contract/billing/cards';
import { readAch } from '@lintel/contract/payouts/method';
import { readW9Status } from '@lintel/contract/payouts/w9';
import { listContractors } from '@lintel/contract/contractors/manage';
import { type CoBrandedPage, listPages } from '@lintel/contract/pages/page';
import { shownToasts } from '../../test/toasts.ts';
import { openPortal } from '../../test/render-portal.tsx';
import { at, answer, refusal } from '../../test/server.ts';
import { limitedUser, owner, privileges, staff } from '../../test/sessions.ts';
import type { Analytics } from './page-widgets.ts';

interface Facts {
  pages?: CoBrandedPage[];
  analytics?: Partial<Analytics>;
  /** Days until the card expires; null without a card. */
  card?: number | null;
  ach?: Answer<typeof readAch>;
  w9?: Answer<typeof readW9Status>['status'];
}

/** The queries of the figures. */
const requests: URL[] = [];

function answerFacts({
  pages = [],
  analytics = {},
  card: days = 400,
  ach = {
    payoutMethod: 'Direct Deposit',
    bankName: 'First',
    accNumber: '****6789',
    heldUntil: null,
  },
  w9 = 'Verified',
}: Facts): void {
  answer(at(listPages, { id: 7 }), { data: pages });
  answer(at(readAnalytics, { id: 7 }), ({ url }) => {
    requests.push(new URL(url));
    return {
      submittedApplications: 0,
      receivedOffers: 0,
      fundingOffers: 0,
      ...analytics,
    };
  });
  answer(
    at(readCard, { id: 11 }),
    days === null ? { id: null } : storedCard({ daysUntilExpiration: days }),
  );
  answer(at(readAch, { id: 7 }), ach);
  answer(at(readW9Status, { id: 7 }), { status: w9 });
}

const openDashboard = async (facts: Facts, session = owner()) => {
  requests.length = 0;
  const view = await openPortal('/refer', session);
  answerFacts(facts);
  await act(() => view.router.navigate({ to: '/' }));
  return view;
};
const card = async (title: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { name: title, level: 2 })).closest('section') as HTMLElement;
/** The titles of the cards, without today and the month above them. */
const titles = (): (string | null)[] =>
  screen
    .getAllByRole('heading', { level: 2 })
    .filter((heading) => heading.closest('section[data-type]') !== null)
    .map(({ textContent }) => textContent);
const linkIn = (section: HTMLElement): string | null =>
  within(section).getByRole('link').getAttribute('href');

describe('the dashboard', () => {
  it('greets the user by first name [ACC-034]', async () => {
    await openDashboard({});
    expect(await screen.findByRole('heading', { level: 1, name: 'Hello, Priya' })).toBeTruthy();
  });

  it('orders its cards by priority [ACC-035]', async () => {
    await openDashboard({ card: null, ach: {}, w9: 'Rejected' });
    await card('Training');
    expect(titles()).toEqual([
      'Co-branded page',
      'Payment card',
      'Direct deposit',
      'Form W-9',
      'Training',
      'Marketing materials',
      'Refer a friend',
    ]);
  });

  it('shows "Something wrong" when a card fails to load, and still shows the others [ACC-464]', async () => {
    const { router } = await openPortal('/refer', owner());
    answerFacts({});
    let times = 0;
    answer(at(listPages, { id: 7 }), () => {
      times += 1;
      return refusal('unexpected');
    });
    await act(() => router.navigate({ to: '/' }));
    expect(await screen.findByRole('heading', { name: 'Something wrong' })).toBeTruthy();
    // The section above the cards has loaded and doesn't refetch the pages.
    expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy();
    await act(() => sleep(300));
    // Once to prefetch the screen, once by its card.
    expect(times).toBe(2);
    expect(shownToasts().at(-1)).toMatchObject({
      message: 'Something wrong',
      kind: 'danger',
      life: false,
    });
    expect(await card('Training')).toBeTruthy();
  });

  it('shows each card only with its permission [ACC-388]', async () => {
    const { unmount } = await openDashboard(
      { card: null, ach: {} },
      owner(privileges('payout-tax:access', 'refer:access')),
    );
    await card('Direct deposit');
    expect(titles()).toEqual(['Direct deposit', 'Refer a friend']);
    unmount();
    await openDashboard({ card: null, ach: {} }, limitedUser());
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeTruthy();
  });

  it('shows staff without a contractor no card about money or pages [ACC-200]', async () => {
    const { router } = await openPortal('/refer', staff());
    answer(listContractors, { data: [], total: 65 });
    await act(() => router.navigate({ to: '/' }));
    await waitFor(async () =>
      expect((await card('Contractors')).textContent).toContain('65 accounts'),
    );
    expect(titles()).not.toContain('Payment card');
    expect(titles()).not.toContain('Direct deposit');
    expect(titles()).not.toContain('Co-branded page');
  });
});

describe('the co-branded card', () => {
  it('warns a contractor without a page and offers to create one [ACC-186]', async () => {
    await openDashboard({});
    const warning = await card('Co-branded page');
    expect(warning.dataset['type']).toBe('warning');
    expect(linkIn(warning)).toBe('/co-branded');
    expect(warning.textContent).toContain('You have no financing page yet');
  });

  it('shows the address below 10 applications without offers [ACC-187] [ACC-188]', async () => {
    const pages = [
      coBrandedPage(1, 'summit-roofing', { title: '' }),
      coBrandedPage(2, 'summit-solar', { title: '' }),
    ];
    await openDashboard({ pages, analytics: { submittedApplications: 9 } });
    const shown = await card('Your co-branded pages');
    expect(within(shown).getAllByRole('link', { name: /pay\.example\/p\// })).toHaveLength(2);
    expect(within(shown).getAllByRole('button', { name: 'Copy link' })).toHaveLength(2);
    expect(within(shown).getByRole('link', { name: 'Manage pages' }).getAttribute('href')).toBe(
      '/co-branded',
    );
    expect(titles()).not.toContain('Your applications');
  });

  it('shows applications, offers, and fundings from 10 applications on [ACC-189] [ACC-191]', async () => {
    const analytics = { submittedApplications: 10, receivedOffers: 0, fundingOffers: 0 };
    await openDashboard({ pages: [coBrandedPage(1, 'a', { title: '' })], analytics });
    const shown = await card('Your applications');
    expect(shown.textContent).toContain('10 applications0 offers0 fundings received');
    expect(linkIn(shown)).toBe('/reports-applications');
    expect(titles()).not.toContain('Your co-branded page');
  });

  it('shows the figures with any offer, even below 10 applications [ACC-190]', async () => {
    await openDashboard({
      pages: [coBrandedPage(1, 'a', { title: '' })],
      analytics: { submittedApplications: 2, receivedOffers: 1, fundingOffers: 1 },
    });
    expect((await card('Your applications')).textContent).toContain(
      '2 applications1 offer1 funding received',
    );
  });

  it('shows the figures to a team user with the report but not the pages [ACC-189] [ACC-190] [ACC-388]', async () => {
    const whole = owner(
      privileges('reports-applications:access', 'marketing-materials:access', 'refer:access'),
    );
    const session = { ...whole, isLimited: true, user: { ...whole.user, isLimited: true } };
    for (const analytics of [
      { submittedApplications: 10, receivedOffers: 0, fundingOffers: 0 },
      { submittedApplications: 2, receivedOffers: 1, fundingOffers: 0 },
    ]) {
      const { unmount } = await openDashboard({ analytics }, session);
      expect(linkIn(await card('Your applications'))).toBe('/reports-applications');
      expect(titles()).toEqual(['Your applications', 'Marketing materials', 'Refer a friend']);
      unmount();
    }
    await openDashboard({ analytics: { submittedApplications: 9 } }, session);
    await card('Marketing materials');
    expect(titles()).toEqual(['Marketing materials', 'Refer a friend']);
  });

  it("shows the address without access to the report, and doesn't load the figures", async () => {
    const held = owner(privileges('co-branded:access'));
    await openDashboard(
      {
        pages: [coBrandedPage(1, 'a', { title: '' })],
        analytics: { submittedApplications: 40, receivedOffers: 9 },
      },
      held,
    );
    expect(await card('Your co-branded page')).toBeTruthy();
    expect(titles()).not.toContain('Your applications');
    expect(requests).toEqual([]);
  });

  it('counts the last 729 days, including today [ACC-192]', async () => {
    await openDashboard({ pages: [coBrandedPage(1, 'a', { title: '' })] });
    await card('Your co-branded page');
    const [start, end] = ['start', 'end'].map(
      (side) => requests[0]?.searchParams.get(`lastEditDate[${side}]`) ?? '',
    );
    expect(start).toMatch(/^\d\d\/\d\d\/\d{4}$/);
    expect((Date.parse(end ?? '') - Date.parse(start ?? '')) / 86_400_000).toBeCloseTo(729, 0);
  });
});

describe('the payment card', () => {
  it('requests a missing card [ACC-193]', async () => {
    await openDashboard({ card: null });
    const shown = await card('Payment card');
    expect(shown.dataset['type']).toBe('default');
    expect(linkIn(shown)).toBe('/card-payments?action=add-card');
  });

  it.each([
    [1, '1 day left.'],
    [30, '30 days left.'],
  ])('shows %i remaining days [ACC-194]', async (days, text) => {
    await openDashboard({ card: days });
    const shown = await card('Payment card');
    expect(shown.textContent).toContain(`Your card is expiring soon${text}`);
    expect(linkIn(shown)).toBe('/card-payments?action=update-card');
  });

  it('warns of an expired card [ACC-195]', async () => {
    await openDashboard({ card: 0 });
    const shown = await card('Payment card');
    expect(shown.dataset['type']).toBe('warning');
    expect(shown.textContent).toContain('Your card has expired');
  });

  it('is hidden while the card is valid for more than 30 days [ACC-196]', async () => {
    await openDashboard({ card: 31 });
    await card('Training');
    expect(titles()).not.toContain('Payment card');
  });
});

describe('the payout cards', () => {
  it('request missing bank details [ACC-197]', async () => {
    const { unmount } = await openDashboard({ ach: {} });
    expect(linkIn(await card('Direct deposit'))).toBe('/payout-tax?action=ach');
    unmount();
    await openDashboard({});
    await card('Training');
    expect(titles()).not.toContain('Direct deposit');
  });

  it('request a missing W-9 [ACC-198]', async () => {
    await openDashboard({ w9: 'Not found' });
    const shown = await card('Form W-9');
    expect(shown.dataset['type']).toBe('default');
    expect(linkIn(shown)).toBe('/payout-tax?action=w9');
  });

  it('warn of a rejected W-9 [ACC-199]', async () => {
    await openDashboard({ w9: 'Rejected' });
    expect((await card('Form W-9')).textContent).toContain('Your W-9 was rejected');
  });

  it.each(['Pending', 'Verified'] as const)(
    "don't mention a W-9 that is %s [ACC-198]",
    async (w9) => {
      await openDashboard({ w9 });
      await card('Training');
      expect(titles()).not.toContain('Form W-9');
    },
  );
});
