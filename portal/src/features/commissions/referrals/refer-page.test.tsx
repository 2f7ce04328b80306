import { beforeEach, describe, expect, it, vi } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type ReferredFriend,
  readReferral,
  listReferrals,
} from '@lintel/contract/commissions/report';
import { openPortal } from '../../../test/render-portal.tsx';
import { answer, refusal } from '../../../test/server.ts';
import { owner, staff } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 40_000 });

const url = 'https://lintel.example/get-started?ref=7K3MPQ2X';
const friend = (change: Partial<ReferredFriend> = {}): ReferredFriend => ({
  id: 1,
  companyName: 'Cedar Valley Kitchens',
  signedUpAt: '2026-10-01T16:00:00.000Z',
  state: 'signed_up',
  earnedAt: null,
  bonus: 200,
  ...change,
});

async function openRefer(
  data: ReferredFriend[] = [],
  more: { total?: number; bonus?: number; earned?: number } = {},
) {
  const requests: string[] = [];
  const portal = await openPortal('/reports-applications', owner());
  answer(readReferral, ({ url: from }) => {
    requests.push(new URL(from).pathname + new URL(from).search);
    return { referralUrl: url };
  });
  answer(listReferrals, ({ url: from }) => {
    requests.push(new URL(from).pathname + new URL(from).search);
    return { data, total: data.length, bonus: 200, earned: 0, ...more };
  });
  await act(() => portal.router.navigate({ to: '/refer' }));
  return { ...portal, requests };
}

beforeEach(() => {
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: vi.fn<() => Promise<void>>(async () => undefined) },
  });
});

describe('Refer a Friend', () => {
  it('shows the personal link in a read-only box [ACC-115] [ACC-407]', async () => {
    const { requests } = await openRefer();
    const box = await screen.findByLabelText<HTMLInputElement>('Your referral link');
    expect(box.value).toBe(url);
    expect(box.readOnly).toBe(true);
    await userEvent.type(box, 'x');
    expect(box.value).toBe(url);
    expect(requests).toContain('/api/v1/contractor/7/refer');
  });

  it('copies the link and confirms it on the button for a while [ACC-116] [ACC-117]', async () => {
    await openRefer();
    await userEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
    expect(navigator.clipboard.writeText).toHaveBeenCalledWith(url);
    expect(await screen.findByRole('button', { name: 'Copied!' })).toBeTruthy();
    expect(
      await screen.findByRole('button', { name: 'Copy link' }, { timeout: 6000 }),
    ).toBeTruthy();
  });

  it('shares the link on Facebook [ACC-118]', async () => {
    await openRefer();
    const link = await screen.findByRole('link', { name: 'Share on Facebook' });
    expect(link.getAttribute('href')).toBe(
      `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`,
    );
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
  });

  it('shows "$200" for a friend, and the terms [ACC-119] [ACC-008] [ACC-009] [ACC-010] [ACC-011]', async () => {
    await openRefer();
    const card = (await screen.findByRole('heading', { name: '$200 for a friend' })).closest(
      'section',
    );
    const words = card?.textContent ?? '';
    expect(words).toContain('10% off their first year');
    expect(words).toContain('$200 for every friend who uses Lintel for more than 30 days');
    expect(words).toContain("There's no limit on what you can earn");
    expect(words).toContain('The commission is paid monthly');
  });

  it('shows the current bonus', async () => {
    await openRefer([], { bonus: 250 });
    expect(await screen.findByRole('heading', { name: '$250 for a friend' })).toBeTruthy();
  });

  it('lists the friends with their bonuses', async () => {
    const friends = [
      friend(),
      friend({
        id: 2,
        companyName: 'Northgate Roofing',
        state: 'waiting',
        earnedAt: '2026-12-09T17:00:00.000Z',
      }),
      friend({
        id: 3,
        companyName: 'Evergreen',
        state: 'earned',
        earnedAt: '2026-11-06T17:00:00.000Z',
      }),
      friend({ id: 4, companyName: 'Old Mill', state: 'ended' }),
    ];
    await openRefer(friends, { earned: 200 });
    expect(await screen.findByText('4 friends signed up, $200 earned so far')).toBeTruthy();
    const rows = within(screen.getByRole('list', { name: 'Your friends' })).getAllByRole(
      'listitem',
    );
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Cedar Valley KitchensSigned up 10/01/2026Signed upHas not paid yet',
      'Northgate RoofingSigned up 10/01/2026Waiting$200 after 12/09/2026',
      'EvergreenSigned up 10/01/2026Earned$200 on 11/06/2026',
      'Old MillSigned up 10/01/2026EndedLeft before the bonus was earned',
    ]);
  });

  it('pages through the friends', async () => {
    const { requests } = await openRefer([friend()], { total: 12 });
    await userEvent.click(await screen.findByRole('button', { name: '2' }));
    await waitFor(() =>
      expect(requests.at(-1)).toBe('/api/v1/contractor/7/referrals?page=2&limit=10'),
    );
  });

  it('explains the empty list of friends', async () => {
    await openRefer();
    expect(await screen.findByRole('heading', { name: 'No friends yet' })).toBeTruthy();
  });

  it('offers a retry when the link fails to load', async () => {
    const portal = await openPortal('/reports-applications', owner());
    answer(readReferral, () => refusal('not_found'));
    await act(() => portal.router.navigate({ to: '/refer' }));
    answer(readReferral, { referralUrl: url });
    await userEvent.click(
      await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 }),
    );
    expect(await screen.findByLabelText('Your referral link')).toBeTruthy();
  });

  it('requires staff on their own account to switch', async () => {
    await openPortal('/refer', staff());
    expect(await screen.findByText(/Switch into a contractor's account/)).toBeTruthy();
  });
});
