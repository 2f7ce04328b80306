import { describe, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fullPageShow, fullPageCode, mailFullPage } from '@lintel/contract/marketing/widgets';
import { press } from '../../../test/forms.ts';
import {
  recordQueries,
  openMaterials,
  previewDocument,
  roofing,
  serverFailure,
  solar,
  toasts,
} from '../../../test/marketing.ts';
import { at, answer, type ReplyTo } from '../../../test/server.ts';
import { switchedStaff } from '../../../test/sessions.ts';

const reply = {
  html: '<div data-lintel="full-page" data-page="1000"></div>',
  script: '<script async src="/embeds/v1.js"></script>',
};
const standard = {
  userId: '11',
  color1: '$68BA62',
  color2: '$1C418C',
  coBrandedColor: '$FFFFFF',
  hideLink: '0',
};
const unexpected = 'An unexpected error occurred, please contact support@localhost';

async function openFullPage(
  answered: ReplyTo<typeof fullPageCode> = reply,
  { show = true, ...options }: Parameters<typeof openMaterials>[2] & { show?: boolean } = {},
) {
  const shows = recordQueries(fullPageShow, { show });
  const requests = recordQueries(at(fullPageCode, { pageId: 1000 }), answered);
  const view = await openMaterials('/full-page-widget', 'Full Page Widget', options);
  return { ...view, shows, requests };
}
const failedCode = async (): Promise<void> => {
  await press('Get Widget Code');
  await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
  expect(screen.queryByRole('dialog')).toBeNull();
};

describe('the full page widget', () => {
  it('shows the live code when the server allows it [MKT-090]', async () => {
    const { shows, requests } = await openFullPage();
    const preview = await previewDocument('Full page widget preview');
    expect(preview.querySelector('[data-lintel="full-page"]')).toBeTruthy();
    expect(shows).toEqual([{ userId: '11' }]);
    expect(requests).toEqual([standard]);
  });

  it('shows how to get access when the server denies it [MKT-090]', async () => {
    const { requests } = await openFullPage(reply, { show: false });
    expect(
      screen.getByText(/The full page widget is included in every plan except Free\./),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your plan' }).getAttribute('href')).toBe(
      '/card-payments?action=change-plan&opens=full-page-widget',
    );
    expect(screen.queryByRole('button', { name: 'Get Widget Code' })).toBeNull();
    expect(requests).toEqual([]);
  });

  it('can be retried when the availability check fails', async () => {
    recordQueries(at(fullPageCode, { pageId: 1000 }), reply);
    answer(fullPageShow, serverFailure);
    await openMaterials('/full-page-widget', 'Full Page Widget');
    expect(toasts()).toEqual([]);
    answer(fullPageShow, { show: true });
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Get Widget Code' })).toBeTruthy();
  });

  it('uses the selected color scheme and offers button [MKT-092] [MKT-093] [MKT-224] [MKT-225] [MKT-127]', async () => {
    const { requests } = await openFullPage();
    expect(screen.getAllByRole('radio')).toHaveLength(5);
    await userEvent.click(screen.getByRole('radio', { name: 'yellow/purple' }));
    await userEvent.click(screen.getByRole('switch', { name: /See Your Personalized Offers/ }));
    const chosen = {
      ...standard,
      color1: '$FFD200',
      color2: '$472152',
      coBrandedColor: '$293033',
      hideLink: '1',
    };
    await waitFor(() => expect(requests.at(-1)).toEqual(chosen));
  });

  it('opens in a new tab with the same query, including the account [MKT-094]', async () => {
    await openFullPage(reply, { session: switchedStaff() });
    await userEvent.click(screen.getByRole('radio', { name: 'gold/black' }));
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Preview Widget' });
    const { pathname, searchParams } = new URL(link.href);
    expect(link.target).toBe('_blank');
    expect(pathname).toBe('/api/v1/widgets/full-page/1000/preview');
    expect(Object.fromEntries(searchParams)).toEqual({
      ...standard,
      color1: '$BD921E',
      color2: '$3A3A37',
    });
  });

  it('has a page selector only with several pages [MKT-091]', async () => {
    const { unmount } = await openFullPage();
    expect(screen.queryByRole('combobox', { name: 'Choose your co-branded page' })).toBeNull();
    unmount();
    await openFullPage(reply, { pages: [roofing, solar] });
    expect(screen.getByRole('combobox', { name: 'Choose your co-branded page' })).toBeTruthy();
  });
});

describe('the code of the full page widget', () => {
  it('opens in a window [MKT-095]', async () => {
    await openFullPage();
    await press('Get Widget Code');
    await screen.findByRole('dialog', { name: 'Widget Code' });
    expect(screen.getByLabelText('Code').textContent).toBe(`${reply.html}\n${reply.script}`);
  });

  it('shows a failure to create it for three seconds [MKT-236]', async () => {
    await openFullPage(serverFailure);
    await failedCode();
  });

  it('reports empty code the same way [MKT-237]', async () => {
    await openFullPage({ html: '', script: '' });
    await failedCode();
  });

  it('reports a failure to send it the same way [MKT-238]', async () => {
    await openFullPage();
    answer(at(mailFullPage, { pageId: 1000 }), serverFailure);
    await press('Get Widget Code');
    await userEvent.type(await screen.findByRole('textbox'), 'web@example.com');
    await press('Send code to e-mail');
    await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
  });
});
