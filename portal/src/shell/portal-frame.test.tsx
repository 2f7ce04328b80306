import { describe, expect, it } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readCard } from '@lintel/contract/billing/cards';
import {
  listPayments,
  listFailedPayments,
  readSubscription,
} from '@lintel/contract/billing/payments';
import { listContractors } from '@lintel/contract/contractors/manage';
import { signOut, switchBack, readSession } from '@lintel/contract/identity/sessions';
import { drafts } from '../lib/drafts.ts';
import { queryClient } from '../lib/query-client.ts';
import { makeGate } from '../test/gate.ts';
import { openPortal } from '../test/render-portal.tsx';
import { answer, refusal } from '../test/server.ts';
import { owner, staff, switchedStaff } from '../test/sessions.ts';

const openMenu = async (name: RegExp | string): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name }));
  return screen.findByRole(name === 'Help' ? 'dialog' : 'menu');
};
const openAccount = (): Promise<HTMLElement> => openMenu(/^Account:/);
const sidebar = (): HTMLElement | null => screen.queryByRole('navigation', { name: 'Main' });

describe('a signed-in user', () => {
  it('sees a sidebar, a top bar, and the page [MKT-027]', async () => {
    await openPortal('/refer', owner());
    expect(sidebar()).toBeTruthy();
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(
      within(screen.getByRole('main')).getByRole('heading', { name: 'Refer a Friend' }),
    ).toBeTruthy();
  });

  it('sees their initials in the top bar [MKT-031]', async () => {
    await openPortal('/refer', owner());
    expect(within(screen.getByRole('banner')).getByText('PN')).toBeTruthy();
  });

  it('sees their full name in the top bar [MKT-032]', async () => {
    await openPortal('/refer', owner());
    expect(within(screen.getByRole('banner')).getByText('Priya Natarajan')).toBeTruthy();
  });

  it('sees their e-mail in the top bar [MKT-033]', async () => {
    await openPortal('/refer', owner());
    expect(within(screen.getByRole('banner')).getByText('pro@demo.test')).toBeTruthy();
  });

  it('sees a preloader while a page loads its data [MKT-045]', async () => {
    const { router } = await openPortal('/refer', staff());
    const gate = makeGate();
    answer(listContractors, () => gate.opened.then(() => ({ data: [], total: 0 })));
    expect(screen.queryByTestId('preloader')).toBeNull();
    act(() => void router.navigate({ to: '/manage/contractors' }));
    await screen.findByTestId('preloader');
    gate.open();
    await waitFor(() => expect(screen.queryByTestId('preloader')).toBeNull());
  });
});

describe('the account menu', () => {
  it('offers to switch back only to a switched user [MKT-034]', async () => {
    const { unmount } = await openPortal('/refer', owner());
    expect(within(await openAccount()).queryByText('Back to my account')).toBeNull();
    unmount();
    await openPortal('/refer', switchedStaff());
    expect(
      within(await openAccount()).getByRole('menuitem', { name: 'Back to my account' }),
    ).toBeTruthy();
  });

  it('contains Logout [MKT-035]', async () => {
    await openPortal('/refer', owner());
    expect(within(await openAccount()).getByRole('menuitem', { name: 'Logout' })).toBeTruthy();
  });

  it('links to the Service Provider Agreement [MKT-036]', async () => {
    await openPortal('/refer', owner());
    const link = within(await openAccount()).getByRole('menuitem', {
      name: 'Service Provider Agreement',
    });
    expect(link.getAttribute('href')).toBe('https://www.lintel.example/service-provider-agreement');
  });

  it('names the company of the current account [MKT-037]', async () => {
    await openPortal('/refer', switchedStaff());
    const menu = await openAccount();
    expect(menu.textContent).toMatch(/Logged in as\s*Summit Roofing LLC/);
  });

  it('names the e-mail of the current user [MKT-038]', async () => {
    await openPortal('/refer', switchedStaff());
    expect(within(await openAccount()).getByText('pro@demo.test')).toBeTruthy();
  });

  it("names no other user on the user's own account", async () => {
    await openPortal('/refer', owner());
    expect((await openAccount()).textContent).not.toContain('Logged in as');
  });
});

describe('the help menu', () => {
  it('shows the contact card of the customer success manager [MKT-039]', async () => {
    await openPortal('/refer', owner());
    const help = await openMenu('Help');
    const block = within(help).getByText('Customer Success Manager').parentElement as HTMLElement;
    expect(block.textContent).toContain('Dana Whitfield');
    expect(within(block).getByRole('link', { name: 'dana@lintel.example' })).toBeTruthy();
    expect(within(block).getByRole('link', { name: '(800) 555-0111' })).toBeTruthy();
  });

  it("doesn't show that card on the Free tier [MKT-192]", async () => {
    await openPortal(
      '/refer',
      owner(undefined, { plan: { id: 1, name: 'Free', tier: 'Free', opportunities: [] } }),
    );
    expect((await openMenu('Help')).textContent).not.toContain('Customer Success Manager');
  });

  it("shows the support center's e-mail [MKT-040]", async () => {
    await openPortal('/refer', owner());
    const block = within(await openMenu('Help')).getByText('Support Center')
      .parentElement as HTMLElement;
    expect(within(block).getByRole('link', { name: 'support@lintel.example' })).toBeTruthy();
  });

  it("shows the support center's phone number [MKT-041]", async () => {
    await openPortal('/refer', owner());
    const block = within(await openMenu('Help')).getByText('Support Center')
      .parentElement as HTMLElement;
    expect(within(block).getByRole('link', { name: '(800) 555-0142' }).getAttribute('href')).toBe(
      'tel:8005550142',
    );
  });
});

describe('the sidebar', () => {
  const pending = { needConfirmProviderAgreement: true };
  it('is hidden from a contractor user who must accept the agreement [MKT-052]', async () => {
    await openPortal('/refer', owner(undefined, {}, pending));
    expect(sidebar()).toBeNull();
    expect(await screen.findByRole('dialog', { name: /Service Provider Agreement/ })).toBeTruthy();
  });

  it('is hidden from a contractor user who must take the quiz [MKT-053]', async () => {
    await openPortal('/refer', owner(undefined, {}, { needQuiz: true }));
    expect(sidebar()).toBeNull();
  });

  it('shows for staff switched into such a contractor [MKT-054]', async () => {
    await openPortal('/refer', switchedStaff(undefined, { ...pending, needQuiz: true }));
    expect(sidebar()).toBeTruthy();
  });

  it("shows for a user who isn't a contractor user, regardless of the flags [MKT-055]", async () => {
    await openPortal('/', { ...staff(), ...pending, needQuiz: true });
    expect(sidebar()).toBeTruthy();
  });
});

describe('logging out', () => {
  it("shows a splash, clears the user's data, and opens the sign-in page [MKT-042] [MKT-043] [MKT-044] [ADM-013] [ADM-237]", async () => {
    const { router } = await openPortal('/refer', owner());
    const gate = makeGate();
    answer(signOut, () => gate.opened.then(() => ({ message: 'Signed out' })));
    expect(localStorage.getItem('lintel.signed-in')).toBe('1');
    await openAccount();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect((await screen.findByTestId('splash')).textContent).toContain('Signing out');
    gate.open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await waitFor(() => expect(screen.queryByTestId('splash')).toBeNull());
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(localStorage.getItem('lintel.signed-in')).toBeNull();
  });

  it('asks before a draft is lost, then removes it', async () => {
    const { router } = await openPortal('/refer', owner());
    drafts.set('1.customer.new', 'Casey Nguyen');
    await openAccount();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    const question = await screen.findByRole('dialog', { name: 'Sign out?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/refer');
    expect(drafts.names()).toHaveLength(1);
    answer(signOut, { message: 'Signed out' });
    await openAccount();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    const again = await screen.findByRole('dialog', { name: 'Sign out?' });
    await userEvent.click(
      within(again).getByRole('button', { name: 'Sign out and discard the draft' }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(JSON.stringify(localStorage)).not.toContain('lintel.kept');
  });
});

describe('switching back', () => {
  it("shows a splash, returns to the user's own account, and opens the root [MKT-135] [MKT-136] [MKT-137] [ADM-004]", async () => {
    const { router } = await openPortal('/refer', switchedStaff());
    const gate = makeGate();
    const claims: (string | null)[] = [];
    answer(switchBack, (request) => {
      claims.push(request.headers.get('x-switched-user'));
      answer(readSession, (next) => {
        claims.push(next.headers.get('x-switched-user'));
        return staff();
      });
      return gate.opened.then(() => ({ message: 'Success' }));
    });
    await openAccount();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Back to my account' }));
    expect(await screen.findByTestId('splash')).toBeTruthy();
    gate.open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByRole('heading', { name: 'Hello, Avery' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Switched account' })).toBeNull();
    expect(claims).toEqual(['11', null]);
  });
});

describe('a session that ends during use', () => {
  it("opens the sign-in page when it can't be refreshed, with a return link [ACC-458] [ADM-240]", async () => {
    const { router } = await openPortal('/refer', staff());
    answer(listContractors, () => refusal('unauthorized'));
    await act(() => router.navigate({ to: '/manage/contractors' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toHaveProperty('returnTo');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  });

  it('opens the sign-in page once, even if several calls fail [ACC-458] [ADM-240]', async () => {
    const { router } = await openPortal('/refer', owner());
    const requests = [listPayments, listFailedPayments, readCard, readSubscription];
    for (const endpoint of requests) answer(endpoint, () => refusal('unauthorized'));
    await act(() => router.navigate({ to: '/card-payments' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(router.state.location.search).toEqual({ returnTo: '/card-payments' });
  });
});
