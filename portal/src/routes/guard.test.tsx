import { describe, expect, it, vi } from 'vitest';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readLink } from '@lintel/contract/identity/account';
import { listContractors } from '@lintel/contract/contractors/manage';
import { type Session, readSession } from '@lintel/contract/identity/sessions';
import { openPortal } from '../test/render-portal.tsx';
import { shownToasts } from '../test/toasts.ts';
import { answer, refusal } from '../test/server.ts';
import { owner, privileges, staff, switchedStaff } from '../test/sessions.ts';
import { opens } from './guard.ts';
import { screens, type Screen, type ScreenName } from './screens.ts';

const visitorPaths = ['/login', '/restore', '/np', '/ne', '/confirm', '/not-me', '/restore-email'];
const named = (name: ScreenName): Screen => screens.find((one) => one.name === name) ?? screens[0];
const openFor = (name: ScreenName, session: Session): boolean => opens(named(name), session);
const readTitle = async (): Promise<string | null> =>
  (await screen.findByRole('heading', { level: 1 })).textContent;

describe('a signed-out visitor', () => {
  it('may open sign-in, restore, new password, e-mail confirmation, and account confirmation [ACC-392] [ADM-018]', async () => {
    for (const path of visitorPaths) {
      const newEmail = path === '/ne' ? 'priya@summit.test' : null;
      answer(readLink, {
        firstname: 'Priya',
        lastname: 'Natarajan',
        email: 'pro@demo.test',
        newEmail,
      });
      const { router, unmount } = await openPortal(`${path}?m=abc`, null);
      expect(await readTitle()).not.toBe('');
      expect(router.state.location.pathname).toBe(path);
      unmount();
    }
  });

  it('is redirected to sign-in from every other path [ACC-393] [ADM-015]', async () => {
    for (const path of [...screens.map((one) => one.path), '/no-such-place']) {
      const { router, unmount } = await openPortal(path, null);
      expect(router.state.location.pathname, path).toBe('/login');
      unmount();
    }
  });

  it('has the session checked, and is redirected to sign-in when the check fails [ADM-019] [ADM-020] [ACC-496]', async () => {
    const requests = vi.fn<() => void>();
    const { router } = await openPortal('/login', null);
    answer(readSession, () => {
      requests();
      return refusal('unauthorized');
    });
    await act(() => router.navigate({ to: '/banners' }));
    expect(requests).toHaveBeenCalledTimes(1);
    expect(router.state.location.pathname).toBe('/login');
    expect(router.state.location.search).toEqual({ returnTo: '/banners' });
  });

  it('is identified by the server, whatever the browser has stored [ADM-236]', async () => {
    const signedIn = await openPortal('/refer', owner());
    expect(signedIn.router.state.location.pathname).toBe('/refer');
    signedIn.unmount();
    const visitor = await openPortal('/refer', null);
    expect(visitor.router.state.location.pathname).toBe('/login');
    visitor.unmount();
    const other = await openPortal('/manage/contractors', staff());
    expect(other.router.state.location.pathname).toBe('/manage/contractors');
    expect(await screen.findByRole('button', { name: /Avery Quinn/ })).toBeTruthy();
  });

  it('causes no request on the sign-in page without a hint of a session', async () => {
    const requests = vi.fn<() => void>();
    answer(readSession, () => {
      requests();
      return refusal('unauthorized');
    });
    await openPortal('/login', null);
    expect(requests).not.toHaveBeenCalled();
  });
});

describe('a user who is already signed in', () => {
  it('is redirected from the sign-in page to the dashboard', async () => {
    localStorage.setItem('lintel.signed-in', '1');
    const { router } = await openPortal('/login', owner());
    expect(router.state.location.pathname).toBe('/');
  });
});

describe('a screen outside the Manage area', () => {
  it('opens with access, access_templates or access_unsubscribers on its resource [ADM-016]', () => {
    expect(openFor('refer', owner(privileges('refer:access')))).toBe(true);
    expect(openFor('refer', owner(privileges('card-payments:access')))).toBe(false);
  });

  it('also opens with manage_access of the authenticated account [ADM-017]', () => {
    expect(openFor('payout-tax', switchedStaff(privileges('payout-tax:manage_access')))).toBe(true);
    expect(openFor('payout-tax', switchedStaff(privileges('refer:manage_access')))).toBe(false);
  });

  it('requires marketing-materials for each marketing page [MKT-178] [ACC-378] [ACC-379] [ACC-380]', () => {
    const pages = [
      'homeowner-flyer',
      'social-media-images',
      'banners',
      'monthly-payment-calculator',
      'full-page-widget',
      'real-widget',
      'invoice-estimate',
    ] as const;
    for (const page of pages) {
      expect(openFor(page, owner(privileges('marketing-materials:access'))), page).toBe(true);
      expect(
        openFor(page, switchedStaff(privileges('marketing-materials:manage_access'))),
        page,
      ).toBe(true);
      expect(openFor(page, owner(privileges('co-branded:access'))), page).toBe(false);
    }
  });

  const needs = (name: ScreenName) => (): void => {
    expect(openFor(name, owner(privileges(`${name}:access`)))).toBe(true);
    expect(openFor(name, switchedStaff(privileges(`${name}:manage_access`)))).toBe(true);
    expect(openFor(name, owner([]))).toBe(false);
  };
  it('requires co-branded for the co-branded page [ACC-381]', needs('co-branded'));
  it('requires card-payments for billing [ACC-382]', needs('card-payments'));
  it('requires payout-tax for ACH info [ACC-383]', needs('payout-tax'));
  it('requires refer for the referral page [ACC-384]', needs('refer'));
  it('requires training-and-faqs for the training [ACC-385]', needs('training-and-faqs'));
});

describe('a screen in the Manage area', () => {
  it('requires the authenticated account to manage its resource [ADM-014]', () => {
    expect(openFor('manage-contractors', staff(privileges('manage-contractors:access')))).toBe(
      true,
    );
    expect(openFor('manage-emails', staff(privileges('manage-emails:access_templates')))).toBe(
      true,
    );
    expect(openFor('manage-emails', staff(privileges('manage-emails:access_unsubscribers')))).toBe(
      true,
    );
    expect(openFor('manage-plans', staff(privileges('manage-contractors:access')))).toBe(false);
    expect(openFor('manage-settings', owner(privileges('refer:access')))).toBe(false);
  });
});

describe('a user whose access is denied', () => {
  it('sees a warning dialog and returns to the dashboard [ADM-021] [ADM-022] [ACC-497]', async () => {
    const { router } = await openPortal('/manage/plans', owner());
    const dialog = await screen.findByRole('dialog', { name: 'ACCESS_DENIED' });
    expect(dialog.textContent).toContain('Access denied');
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await readTitle()).toBe('Hello, Priya');
  });

  it('has a denied page reloaded once, then sees a message, and never loops [ADM-241] [ACC-499]', async () => {
    const first = await openPortal('/manage/contractors', staff());
    const { queryClient } = await import('../lib/query-client.ts');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    answer(listContractors, () => refusal('access_denied'));
    await act(() => queryClient.refetchQueries({ queryKey: ['contractors'] }));
    await waitFor(() => expect(first.reload).toHaveBeenCalledTimes(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(() => queryClient.refetchQueries({ queryKey: ['contractors'] }));
    await screen.findByRole('dialog', { name: 'ACCESS_DENIED' });
    await act(() => queryClient.refetchQueries({ queryKey: ['contractors'] }));
    expect(first.reload).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(first.router.state.location.pathname).toBe('/'));
  });
});

describe('a server failure', () => {
  it('shows a danger toast that stays [ADM-242] [ACC-498]', async () => {
    const { router } = await openPortal('/refer', staff());
    answer(listContractors, () => refusal('unexpected'));
    await act(() => router.navigate({ to: '/manage/contractors' }));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Something wrong');
    expect(notice.dataset['kind']).toBe('danger');
    expect(shownToasts().at(-1)?.life).toBe(false);
  });
});

describe('a return address that leads elsewhere', () => {
  const hostile = [
    'https://evil.example/login',
    '//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/%2F/evil.example',
  ];

  it('keeps a signed-in user on the portal', async () => {
    for (const address of hostile) {
      localStorage.setItem('lintel.signed-in', '1');
      const { router, unmount } = await openPortal(
        `/login?${new URLSearchParams({ returnTo: address }).toString()}`,
        owner(),
      );
      await waitFor(() => expect(router.state.location.href, address).toBe('/'));
      unmount();
    }
  });

  it('is dropped from the search that the sign-in page reads', async () => {
    for (const address of hostile) {
      const { router, unmount } = await openPortal(
        `/login?${new URLSearchParams({ returnTo: address }).toString()}`,
        null,
      );
      const search = router.state.matches.map(
        (match) => (match.search as { returnTo?: unknown }).returnTo,
      );
      expect(search.at(-1), address).toBeUndefined();
      unmount();
    }
  });
});
