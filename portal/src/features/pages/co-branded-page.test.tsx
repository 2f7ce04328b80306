import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sessionQuery } from '../../lib/session.ts';
import { queryClient } from '../../lib/query-client.ts';
import { coBrandedPage } from '../../test/pages.ts';
import { readContractorPlan } from '@lintel/contract/contractors/contractor';
import { readSession } from '@lintel/contract/identity/sessions';
import type { Opportunity, Tier } from '@lintel/contract/billing/tiers';
import {
  type CoBrandedPage,
  type PageParams,
  listPages,
  updatePage,
  createPage,
  setPageActive,
} from '@lintel/contract/pages/page';
import { openPortal } from '../../test/render-portal.tsx';
import { at, answer, refusal, errorInBody, type Reply } from '../../test/server.ts';
import {
  owner,
  ownerPrivileges,
  privileges,
  staff,
  staffPrivileges,
  switchedStaff,
} from '../../test/sessions.ts';

const roofing = coBrandedPage(1000, 'summit-roofing');
const solar = coBrandedPage(1001, 'summit-solar', { title: 'Sun for the roof' });

const pageMaker = privileges('co-branded:manage_page_create', 'co-branded:manage_concierge');
const pageStaff = () => switchedStaff([...staffPrivileges, ...pageMaker]);

/** Opens the screen with the server's stored pages. */
async function openPages(
  pages: CoBrandedPage[],
  session = owner(),
  plan = planWith('Pro', ['FDA', 'HELOC']),
) {
  const view = await openPortal('/refer', session);
  store(pages);
  answer(readContractorPlan, { plan });
  await view.router.navigate({ href: '/co-branded' });
  await screen.findByRole('heading', { name: 'Co-branded Page', level: 1 });
  return view;
}
const planWith = (tier: Tier, opportunities: Opportunity[]) => ({
  id: 3,
  name: tier,
  tier,
  opportunities,
});
const store = (pages: CoBrandedPage[]): void => answer(listPages, { data: pages });

/** Accepts saves as the server does, and records the requests. */
function recordSaves(
  reply: (sent: Record<string, unknown>) => Reply<typeof updatePage>,
  endpoint: typeof createPage | typeof updatePage = at(updatePage, { id: 7, pid: 1000 }),
): Record<string, unknown>[] {
  const all: Record<string, unknown>[] = [];
  answer(endpoint, async (request) => {
    const form = await request.formData();
    const sent = {
      ...Object.fromEntries(form),
      params: JSON.parse(String(form.get('params'))) as PageParams,
    };
    all.push(sent);
    return reply(sent);
  });
  return all;
}
const saveReply = (page: CoBrandedPage, message = 'Update successful') => {
  store([page]);
  return { message, page };
};

const button = (name: string) => screen.getByRole('button', { name });
const input = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const edit = () => userEvent.click(button('EDIT'));
async function type(name: string, text: string): Promise<void> {
  await userEvent.clear(input(name));
  await userEvent.type(input(name), text);
}

describe('viewing pages', () => {
  it('shows the only page with its address, content, and offers [ACC-039] [ACC-177]', async () => {
    await openPages([roofing]);
    expect(screen.getByRole('heading', { name: 'summit-roofing' })).toBeTruthy();
    expect(screen.getByText('A new roof, paid over time')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe(
      roofing.fullUrl,
    );
    expect(screen.getByTitle('Page preview').getAttribute('src')).toBe(
      '/p/summit-roofing?preview=1&version=3',
    );
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('shows the last chosen page, separately for each contractor [ACC-178]', async () => {
    localStorage.setItem('lintel.page.7', '1001');
    localStorage.setItem('lintel.page.8', '1000');
    await openPages([roofing, solar]);
    expect(screen.getByRole('heading', { name: 'summit-solar' })).toBeTruthy();
  });

  it('shows the first page if the last chosen one is gone', async () => {
    localStorage.setItem('lintel.page.7', '999');
    await openPages([roofing, solar]);
    expect(screen.getByRole('heading', { name: 'summit-roofing' })).toBeTruthy();
  });

  it("copies the page's address", async () => {
    await openPages([roofing]);
    const copied = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: copied },
      configurable: true,
    });
    await userEvent.click(button('Copy link'));
    expect(copied).toHaveBeenCalledWith(roofing.fullUrl);
  });

  it('tells staff on their own account to switch into a contractor first', async () => {
    await openPages([], staff());
    expect(
      screen.getByText(
        "Pages belong to a contractor. Switch into a contractor's account to see them.",
      ),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Contractors' }).getAttribute('href')).toBe(
      '/manage/contractors',
    );
  });

  it("shows the server's error when the plan can't be loaded, and retries [ACC-474]", async () => {
    const { router } = await openPortal('/refer', owner());
    store([roofing]);
    answer(readContractorPlan, () => refusal('not_found', 'The plan is gone.'));
    await router.navigate({ href: '/co-branded' });
    expect(await screen.findByText('The plan is gone.')).toBeTruthy();
    answer(readContractorPlan, { plan: planWith('Pro', []) });
    await userEvent.click(button('Try again'));
    expect(await screen.findByRole('heading', { name: 'summit-roofing' })).toBeTruthy();
  });
});

describe('closing a page', () => {
  const closed = { ...roofing, isActive: false };
  /** Records each request and returns the changed page. */
  function recordSwitches(): unknown[] {
    const sent: unknown[] = [];
    answer(at(setPageActive, { id: 7, pid: 1000 }), async (request) => {
      const body: { isActive: boolean } = await request.json();
      sent.push(body);
      const page = { ...roofing, ...body };
      store([page]);
      return { message: body.isActive ? 'The page is open again.' : 'The page is closed.', page };
    });
    return sent;
  }

  it('first explains what visitors see and what stays reachable', async () => {
    await openPages([roofing]);
    const sent = recordSwitches();
    await userEvent.click(button('Close page'));
    const dialog = await screen.findByRole('dialog', { name: 'Close summit-roofing?' });
    expect(dialog.textContent).toContain('your company name and phone number');
    expect(dialog.textContent).toContain('You can still access applications already sent');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep it open' }));
    expect(sent).toEqual([]);
    await userEvent.click(button('Close page'));
    const again = await screen.findByRole('dialog', { name: 'Close summit-roofing?' });
    await userEvent.click(within(again).getByRole('button', { name: 'Close page' }));
    expect(await screen.findByText('The page is closed.')).toBeTruthy();
    expect(sent).toEqual([{ isActive: false }]);
    expect(await screen.findByRole('button', { name: 'Reopen page' })).toBeTruthy();
    expect(screen.getByText('Closed')).toBeTruthy();
  });

  it('reopens without a question', async () => {
    await openPages([closed]);
    const sent = recordSwitches();
    expect(screen.getByText(/This page is closed/)).toBeTruthy();
    await userEvent.click(button('Reopen page'));
    expect(await screen.findByRole('button', { name: 'Close page' })).toBeTruthy();
    expect(sent).toEqual([{ isActive: true }]);
  });
});

describe('editing a page', () => {
  it('sends the changes, confirms them, and returns to the page [ACC-040] [ACC-175] [ACC-180] [ACC-182] [ACC-185] [ACC-406]', async () => {
    await openPages([roofing]);
    await edit();
    await type('Title', 'Roofs in a day');
    const saves = recordSaves(() =>
      saveReply(coBrandedPage(1000, 'summit-roofing', { title: 'Roofs in a day' }, 4)),
    );
    await userEvent.click(button('SUBMIT'));
    expect(await screen.findByText('Update successful')).toBeTruthy();
    expect(saves).toEqual([
      {
        id: '7',
        pId: '1000',
        pageName: 'summit-roofing',
        removeLogo: '0',
        version: '3',
        params: { ...roofing.params, title: 'Roofs in a day' },
      },
    ]);
    expect(await screen.findByText('Roofs in a day')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(button('EDIT')));
    expect(screen.getByTitle('Page preview').getAttribute('src')).toContain('version=4');
  });

  it('discards the changes on Cancel [ACC-179]', async () => {
    await openPages([roofing]);
    await edit();
    await type('Company name', 'Something else');
    await userEvent.click(button('Cancel'));
    expect(screen.queryByText('Something else')).toBeNull();
    await edit();
    expect(input('Company name').value).toBe('Summit Roofing LLC');
  });

  it('normalizes the page name on blur and shows the resulting address', async () => {
    await openPages([roofing]);
    await edit();
    await type('Page name', 'Summit  ROOFING--Two ');
    expect(screen.getByText('https://pay.example/p/summit-roofing-two')).toBeTruthy();
    expect(
      screen.getByText(
        'The old address keeps working. Links and printed codes lead to the new one.',
      ),
    ).toBeTruthy();
    await userEvent.tab();
    expect(input('Page name').value).toBe('summit-roofing-two');
    await type('Page name', 'ü');
    await userEvent.tab();
    expect(await screen.findByText('Please use letters, digits and hyphens only.')).toBeTruthy();
  });

  it('normalizes the logo link on blur [ACC-290] [ACC-291]', async () => {
    await openPages([roofing]);
    await edit();
    await type('Logo link URL', ' summit roofing.example ');
    await userEvent.tab();
    expect(input('Logo link URL').value).toBe('http://summitroofing.example');
    await type('Logo link URL', 'https://summit.example');
    await userEvent.tab();
    expect(input('Logo link URL').value).toBe('https://summit.example');
  });

  it("shows the server's rejection at its field and keeps the input [ACC-473]", async () => {
    await openPages([roofing]);
    await edit();
    await type('Page name', 'harborlight');
    answer(at(updatePage, { id: 7, pid: 1000 }), () =>
      refusal('page_name_taken', { pageName: 'Taken by Harborlight.' }),
    );
    await userEvent.click(button('SUBMIT'));
    expect(await screen.findByText('Taken by Harborlight.')).toBeTruthy();
    expect(input('Page name').value).toBe('harborlight');
    await waitFor(() => expect(document.activeElement).toBe(input('Page name')));
  });

  it('stays open with the input and shows the message when the response carries an error', async () => {
    await openPages([roofing]);
    await edit();
    await type('Title', 'Roofs in a day');
    answer(at(updatePage, { id: 7, pid: 1000 }), errorInBody('The page could not be kept.'));
    await userEvent.click(button('SUBMIT'));
    expect(await screen.findByText('The page could not be kept.')).toBeTruthy();
    expect(input('Title').value).toBe('Roofs in a day');
  });

  it('shows a chosen logo, rejects other files, and removes the stored one [ACC-287]', async () => {
    URL.createObjectURL = () => 'blob:chosen';
    URL.revokeObjectURL = () => undefined;
    await openPages([roofing]);
    await edit();
    const choose = screen.getByLabelText('Logo');
    const upload = (name: string, kind: string) =>
      userEvent.upload(choose, new File(['x'], name, { type: kind }), { applyAccept: false });
    await upload('logo.svg', 'image/svg+xml');
    expect(screen.getByText('Please upload a file in the PNG, GIF, or JPG format')).toBeTruthy();
    await upload('logo.png', 'image/png');
    expect(screen.getByRole('img', { name: 'Logo preview' }).getAttribute('src')).toBe(
      'blob:chosen',
    );
    expect(screen.queryByText('Please upload a file in the PNG, GIF, or JPG format')).toBeNull();
    await userEvent.click(button('Remove'));
    expect(screen.getByRole('img', { name: 'Logo preview' }).getAttribute('src')).toBe(
      roofing.logoUrl,
    );
    await userEvent.click(button('Remove'));
    expect(screen.queryByRole('img', { name: 'Logo preview' })).toBeNull();
    const saves = recordSaves(() =>
      saveReply({ ...roofing, logoUrl: null, logo: null, version: 4 }),
    );
    await userEvent.click(button('SUBMIT'));
    await waitFor(() => expect(saves).toMatchObject([{ removeLogo: '1' }]));
  });

  it('explains HELOC with the flat $15 commission [ACC-012] [ACC-043]', async () => {
    await openPages([roofing]);
    await edit();
    await userEvent.click(button('What is a HELOC?'));
    const dialog = await screen.findByRole('dialog', { name: 'What is a HELOC?' });
    expect(dialog.textContent).toMatch(
      /qualified earns you a flat \$15 commission, as long as the page has no concierge/,
    );
  });
});

describe('creating a page', () => {
  it('starts with the open form when there is no page, and the contractor has a page afterward [ACC-176] [ACC-181] [ACC-183] [ACC-184]', async () => {
    await openPages([]);
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    expect(input('Company name').value).toBe('Summit Roofing LLC');
    await type('Page name', 'First Page');
    await userEvent.click(screen.getByRole('radio', { name: 'No but interested' }));
    const hasPage = () => queryClient.getQueryData(sessionQuery.queryKey)?.contractor?.hasPage;
    expect(hasPage()).toBe(false);
    answer(at(createPage, { id: 7 }), () => refusal('page_name_taken'));
    await userEvent.click(button('CREATE'));
    await waitFor(() => expect(button('CREATE').hasAttribute('disabled')).toBe(false));
    expect(hasPage()).toBe(false);
    const saves = recordSaves(
      () => {
        answer(readSession, owner(ownerPrivileges, { hasPage: true }));
        return saveReply(coBrandedPage(2000, 'first-page', {}, 1), 'Create successful');
      },
      at(createPage, { id: 7 }),
    );
    await userEvent.click(button('CREATE'));
    expect(await screen.findByText('Create successful')).toBeTruthy();
    expect(saves).toMatchObject([
      { pageName: 'first-page', params: { ccAcceptance: 'No but interested' } },
    ]);
    expect(await screen.findByRole('heading', { name: 'first-page' })).toBeTruthy();
    await waitFor(() => expect(hasPage()).toBe(true));
  });

  it('requires an answer about credit cards [ACC-292]', async () => {
    await openPages([]);
    await type('Page name', 'first-page');
    await userEvent.click(button('CREATE'));
    expect(await screen.findByText('This field is required.')).toBeTruthy();
  });

  it('allows another page only with manage_page_create, and starts with an empty form [ACC-041] [ACC-042]', async () => {
    const { unmount } = await openPages([roofing]);
    expect(screen.queryByRole('button', { name: 'ADD NEW PAGE' })).toBeNull();
    unmount();
    await openPages([roofing], pageStaff());
    await userEvent.click(button('ADD NEW PAGE'));
    expect(input('Page name').value).toBe('');
    expect(input('Title').value).toBe('');
    expect(button('CREATE')).toBeTruthy();
  });
});

describe('the switches', () => {
  const turn = (name: string) =>
    screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) });

  it('are on in a new page if the plan includes them', async () => {
    await openPages([], owner(), planWith('Concierge', ['HELOC']));
    expect(turn('HELOC offers').checked).toBe(true);
    expect(turn('Funding Designation Agreement').checked).toBe(false);
  });

  it('are enabled if the plan includes them, and otherwise name the plans that do [ACC-294] [ACC-295] [ACC-296]', async () => {
    await openPages([roofing], owner(), planWith('Concierge', ['HELOC']));
    await edit();
    expect(turn('HELOC offers').disabled).toBe(false);
    expect(turn('Funding Designation Agreement').disabled).toBe(true);
    expect(screen.getAllByText('Available on Pro and Brand plans only.')).toHaveLength(1);
  });

  it('show and send concierge only with manage_concierge [ACC-297]', async () => {
    const concierge = coBrandedPage(1000, 'summit-roofing', { concierge: true });
    const { unmount } = await openPages([concierge]);
    await edit();
    expect(screen.queryByRole('switch', { name: /^Concierge/ })).toBeNull();
    const saves = recordSaves(() => saveReply(concierge));
    await userEvent.click(button('SUBMIT'));
    await waitFor(() => expect(saves).toMatchObject([{ params: { concierge: false } }]));
    unmount();
    await openPages([concierge], pageStaff());
    await edit();
    expect(turn('Concierge').checked).toBe(true);
    await userEvent.click(turn('HELOC offers'));
    const again = recordSaves(() => saveReply(concierge));
    await userEvent.click(button('SUBMIT'));
    await waitFor(() =>
      expect(again).toMatchObject([{ params: { concierge: true, helocOffer: true } }]),
    );
  });

  it('lock concierge on in the Concierge plan [ACC-298]', async () => {
    await openPages([roofing], pageStaff(), planWith('Concierge', ['HELOC']));
    await edit();
    expect(turn('Concierge')).toMatchObject({ checked: true, disabled: true });
  });
});

describe('a page with a concurrent save', () => {
  const theirs = {
    ...coBrandedPage(1000, 'summit-roofing', { title: 'By a colleague' }, 9),
    logoUrl: null,
  };
  const meet = async () => {
    const view = await openPages([roofing]);
    await edit();
    await type('Title', 'By me');
    store([theirs]);
    answer(at(updatePage, { id: 7, pid: 1000 }), () => refusal('conflict'));
    await userEvent.click(button('SUBMIT'));
    const notice = await screen.findByRole('alert');
    return { ...view, notice };
  };

  it('appears next to the input, which stays', async () => {
    const { notice } = await meet();
    expect(
      within(notice)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Title: By a colleague', 'Logo: removed']);
    expect(input('Title').value).toBe('By me');
    expect(document.activeElement).toBe(notice);
  });

  it('is overwritten with the input if the user chooses so', async () => {
    await meet();
    const saves = recordSaves(() =>
      saveReply(coBrandedPage(1000, 'summit-roofing', { title: 'By me' }, 10)),
    );
    await userEvent.click(button('Save my version'));
    await waitFor(() =>
      expect(saves).toMatchObject([{ version: '9', params: { title: 'By me' } }]),
    );
    expect(await screen.findByText('Update successful')).toBeTruthy();
  });

  it('is copied into the form if the user chooses so', async () => {
    await meet();
    await userEvent.click(button('Discard mine and reload'));
    expect(input('Title').value).toBe('By a colleague');
    expect(screen.queryByRole('alert')).toBeNull();
    const saves = recordSaves(() => saveReply(theirs));
    await userEvent.click(button('SUBMIT'));
    await waitFor(() =>
      expect(saves).toMatchObject([{ version: '9', params: { title: 'By a colleague' } }]),
    );
  });

  it("reports a failure when the stored page can't be loaded", async () => {
    await openPages([roofing]);
    await edit();
    await type('Title', 'By me');
    answer(listPages, () => refusal('not_found'));
    answer(at(updatePage, { id: 7, pid: 1000 }), () => refusal('conflict'));
    await userEvent.click(button('SUBMIT'));
    expect(await screen.findByText('This has changed since you opened it.')).toBeTruthy();
    expect(input('Title').value).toBe('By me');
  });
});

describe('leaving with unsaved changes', () => {
  const leave = () => userEvent.click(screen.getByRole('link', { name: 'Refer a Friend' }));

  it('asks first, and then stays or leaves', async () => {
    const { router } = await openPages([roofing]);
    await edit();
    await type('Title', 'Not saved yet');
    await leave();
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname).toBe('/co-branded');
    expect(input('Title').value).toBe('Not saved yet');
    await leave();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/refer'));
  });

  it("doesn't ask when nothing has changed", async () => {
    const { router } = await openPages([roofing]);
    await edit();
    await leave();
    await waitFor(() => expect(router.state.location.pathname).toBe('/refer'));
  });

  it("doesn't ask when the session has ended", async () => {
    const { router } = await openPages([roofing]);
    await edit();
    await type('Title', 'Not saved yet');
    answer(readSession, () => refusal('unauthorized'));
    answer(at(updatePage, { id: 7, pid: 1000 }), () => refusal('unauthorized'));
    await userEvent.click(button('SUBMIT'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
