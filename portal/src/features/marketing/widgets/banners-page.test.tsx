import { describe, expect, it } from 'vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  listBanners,
  listBannerSizes,
  bannerCode,
  mailBanner,
} from '@lintel/contract/marketing/widgets';
import { listPageNames } from '@lintel/contract/pages/page';
import { bannerSizes } from '@lintel/contract/marketing/constants';
import { button, press } from '../../../test/forms.ts';
import {
  recordQueries,
  openMaterials,
  previewDocument,
  roofing,
  serverFailure,
  solar,
  toasts,
} from '../../../test/marketing.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { at, answer, type ReplyTo } from '../../../test/server.ts';
import { owner, privileges, switchedStaff } from '../../../test/sessions.ts';

const code =
  '<a href="https://pay.example/p/summit-roofing?source=banner"><img src="https://pay.example/embeds/banner/1/1000-930x180.png" alt="Financing"></a>';
const designs = [
  { id: 1, name: 'Clear Sky' },
  { id: 2, name: 'Front Porch' },
];
const standard = { userId: '11', pageId: '1000', width: '930', height: '180', hideLink: '0' };
const sizes = bannerSizes.map(({ size, width, height }) => ({ size, width, height }));
const title = 'Banner preview';

async function openBanners(
  options: Parameters<typeof openMaterials>[2] = {},
  reply: ReplyTo<typeof bannerCode> = { code, params: { width: 930, height: 180 } },
) {
  answer(listBanners, { data: designs });
  answer(listBannerSizes, { data: sizes });
  const first = recordQueries(at(bannerCode, { id: 1 }), reply);
  const second = recordQueries(at(bannerCode, { id: 2 }), reply);
  const view = await openMaterials('/banners', 'Banners', options);
  return { ...view, first, second };
}

describe('the banners page', () => {
  it('explains that banners link to the co-branded page [MKT-001] [MKT-070]', async () => {
    await openBanners();
    expect(
      screen.getByText('Banners for your website that link to your co-branded page.'),
    ).toBeTruthy();
    expect((await previewDocument(title)).querySelector('a')?.href).toBe(
      'https://pay.example/p/summit-roofing?source=banner',
    );
  });

  it('starts with a linked banner of 930x180 [MKT-077] [MKT-224] [MKT-256]', async () => {
    const { first } = await openBanners();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '930 × 180' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
    await waitFor(() => expect(first).toEqual([standard]));
  });

  it('shows the banner live with the selected theme, size, and link [MKT-074] [MKT-075] [MKT-076] [MKT-078] [MKT-225]', async () => {
    const { second } = await openBanners();
    await userEvent.click(screen.getByRole('combobox', { name: 'Banner theme' }));
    const themes = within(screen.getByRole('listbox', { name: 'Banner theme', hidden: true }));
    expect(
      themes.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent),
    ).toEqual(['Clear Sky', 'Front Porch']);
    await userEvent.click(screen.getByRole('option', { name: 'Front Porch', hidden: true }));
    expect(screen.getAllByRole('radio')).toHaveLength(6);
    await userEvent.click(screen.getByRole('radio', { name: '300 × 250' }));
    await userEvent.click(
      screen.getByRole('switch', { name: 'Go to a co-branded page by clicking on banner' }),
    );
    await waitFor(() =>
      expect(second.at(-1)).toEqual({ ...standard, width: '300', height: '250', hideLink: '1' }),
    );
    const preview = await previewDocument(title);
    expect(preview.querySelector('img')?.alt).toBe('Financing');
  });

  it("loads the preview from the portal's own address, as its policy requires, and opens links in a new tab", async () => {
    await openBanners();
    const preview = await previewDocument(title);
    expect(preview.querySelector('img')?.getAttribute('src')).toBe(
      '/embeds/banner/1/1000-930x180.png',
    );
    expect(preview.querySelector('base')?.target).toBe('_blank');
  });

  it('has a page selector only with several pages, and requests the banner of the selected one [MKT-073]', async () => {
    const { unmount } = await openBanners();
    expect(screen.queryByRole('combobox', { name: 'Choose your co-branded page' })).toBeNull();
    unmount();
    const { first } = await openBanners({ pages: [roofing, solar] });
    await userEvent.click(screen.getByRole('combobox', { name: 'Choose your co-branded page' }));
    await userEvent.click(screen.getByRole('option', { name: 'summit-solar', hidden: true }));
    await waitFor(() => expect(first.at(-1)).toEqual({ ...standard, pageId: '1001' }));
  });

  it('draws the banner in the selected language, and explains what phones show', async () => {
    const { first } = await openBanners();
    expect(
      screen.getByText(
        '930 pixels wide and 180 high. Phones show it as 320 × 100, so it stays readable.',
      ),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Language' }));
    await userEvent.click(screen.getByRole('option', { name: 'Spanish', hidden: true }));
    await waitFor(() => expect(first.at(-1)).toEqual({ ...standard, lang: 'es' }));
    await userEvent.click(screen.getByRole('radio', { name: '300 × 250' }));
    expect(screen.getByText('300 pixels wide and 250 high.')).toBeTruthy();
  });

  it("requests the switched account's banner", async () => {
    const { first } = await openBanners({ session: switchedStaff() });
    await waitFor(() => expect(first).toEqual([standard]));
  });

  it("explains without a page that the financing page hasn't been created yet, with a link to it [MKT-071] [MKT-072]", async () => {
    await openBanners({ pages: [] });
    expect(screen.getByText('Your financing page has not been created yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'GET STARTED' }).getAttribute('href')).toBe(
      '/co-branded',
    );
    expect(screen.queryByRole('button', { name: 'Get Banner Code' })).toBeNull();
  });

  it('shows the link to the page only to users who may open it [MKT-072]', async () => {
    await openBanners({
      pages: [],
      session: owner(privileges('marketing-materials:access', 'refer:access')),
    });
    expect(screen.getByText('Your financing page has not been created yet')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'GET STARTED' })).toBeNull();
  });
});

describe('a failure', () => {
  it('of the preview is swallowed: no toast, and no loading state remains [MKT-248] [MKT-250]', async () => {
    await openBanners({}, serverFailure);
    expect(await screen.findByText('No preview is available right now.')).toBeTruthy();
    expect(screen.queryByRole('status', { name: 'Loading the preview…' })).toBeNull();
    expect(toasts()).toEqual([]);
  });

  it('of an initial call is swallowed: no toast, no preloader, and a retry [MKT-249] [MKT-251]', async () => {
    answer(listBanners, serverFailure);
    answer(listBannerSizes, { data: sizes });
    recordQueries(at(bannerCode, { id: 1 }), { code, params: { width: 930, height: 180 } });
    const { router } = await openMaterials('/banners', 'Banners');
    expect(await screen.findByText('Something wrong', { selector: 'h2' })).toBeTruthy();
    expect(router.state.status).toBe('idle');
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(toasts()).toEqual([]);
    answer(listBanners, { data: designs });
    await press('Try again');
    expect(await screen.findByRole('button', { name: 'Get Banner Code' })).toBeTruthy();
  });

  it('of the list of pages is swallowed as well [MKT-249] [MKT-251]', async () => {
    const { router } = await openPortal('/refer', owner());
    answer(listPageNames, serverFailure);
    answer(listBanners, { data: designs });
    answer(listBannerSizes, { data: sizes });
    await act(() => router.navigate({ href: '/banners' }));
    expect(await screen.findByText('Something wrong', { selector: 'h2' })).toBeTruthy();
    expect(router.state.status).toBe('idle');
    expect(toasts()).toEqual([]);
  });
});

describe('the code of a banner', () => {
  const unexpected = 'An unexpected error occurred, please contact support@localhost!';

  it('opens in a window to be copied, with instructions [MKT-079] [MKT-080] [MKT-081]', async () => {
    await openBanners();
    await press('Get Banner Code');
    const dialog = within(await screen.findByRole('dialog', { name: 'Banner Code' }));
    expect(dialog.getByLabelText('Code').textContent).toBe(code);
    expect(dialog.getByRole('region', { name: 'How to add it to your website' })).toBeTruthy();
    expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'WordPress',
      'Wix',
      'Squarespace',
      'Plain HTML',
    ]);
  });

  it('shows a failure to create it for three seconds [MKT-230] [MKT-254]', async () => {
    await openBanners({}, serverFailure);
    await press('Get Banner Code');
    await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is requested again for the window, and shows a failure even if the preview has it [MKT-230]', async () => {
    const { first } = await openBanners();
    await previewDocument(title);
    await press('Get Banner Code');
    await screen.findByRole('dialog', { name: 'Banner Code' });
    expect(first).toEqual([standard, standard]);
    await press('Close');
    answer(at(bannerCode, { id: 1 }), serverFailure);
    await press('Get Banner Code');
    await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
    expect((await previewDocument(title)).querySelector('img')?.alt).toBe('Financing');
  });

  it('reports empty code the same way [MKT-231]', async () => {
    await openBanners({}, { code: '', params: { width: 930, height: 180 } });
    await press('Get Banner Code');
    await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('reports a failure to send it the same way, and keeps the input [MKT-232] [MKT-254]', async () => {
    await openBanners();
    answer(at(mailBanner, { id: 1 }), serverFailure);
    await press('Get Banner Code');
    await userEvent.type(await screen.findByRole('textbox'), 'web@example.com');
    await press('Send code to e-mail');
    await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('web@example.com');
    expect(button('Send code to e-mail').disabled).toBe(false);
  });

  it('is e-mailed to an address with the selected options [MKT-082]', async () => {
    await openBanners();
    const sent: Record<string, unknown>[] = [];
    answer(at(mailBanner, { id: 1 }), async (request) => {
      sent.push(Object.fromEntries(await request.formData()));
      return { message: 'Success!' };
    });
    await press('Get Banner Code');
    await userEvent.type(await screen.findByRole('textbox'), 'web@example.com');
    await press('Send code to e-mail');
    await waitFor(() => expect(sent).toEqual([{ ...standard, email: 'web@example.com' }]));
  });
});
