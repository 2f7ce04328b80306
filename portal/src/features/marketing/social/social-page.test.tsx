import { describe, expect, it, vi } from 'vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listSocialImages, downloadSocialImage } from '@lintel/contract/marketing/social';
import { press } from '../../../test/forms.ts';
import {
  recordQueries,
  openMaterials,
  roofing,
  serverFailure,
  solar,
  toasts,
} from '../../../test/marketing.ts';
import { at, answer, refusal, type ReplyTo, file } from '../../../test/server.ts';
import { switchedStaff } from '../../../test/sessions.ts';

const designs = {
  data: [
    { id: 5, title: 'Front Door', body: '', previewImage: '/p5.png' },
    { id: 6, title: 'By the Month', body: '', previewImage: '/p6.png' },
  ],
};

async function openSocial(
  options: Parameters<typeof openMaterials>[2] = {},
  reply: ReplyTo<typeof listSocialImages> = designs,
) {
  const requests = recordQueries(listSocialImages, reply);
  const view = await openMaterials('/social-media-images', 'Social Media Images', options);
  return { ...view, requests };
}
const tabs = (list: string) =>
  within(screen.getByRole('tablist', { name: list }))
    .getAllByRole('tab')
    .map((tab) =>
      tab.getAttribute('aria-selected') === 'true' ? `[${tab.textContent}]` : tab.textContent,
    );
const open = (name: string) => userEvent.click(screen.getByRole('tab', { name }));
const pictures = async () => {
  const buttons = await screen.findAllByRole('button', { name: /^Download / });
  return buttons.map((one) => one.querySelector('img') as HTMLImageElement);
};
const last = (requests: Record<string, string>[]) => [
  requests.at(-1)?.['socialMedia'],
  requests.at(-1)?.['contentType'],
];

describe('the social media images', () => {
  it('have their title and a tab for each network [ACC-120] [ACC-123]', async () => {
    await openSocial();
    expect(screen.getByRole('heading', { name: 'Social Media Images', level: 1 })).toBeTruthy();
    expect(tabs('Network')).toEqual(['[Facebook]', 'Instagram', 'LinkedIn']);
  });

  it('show the types of each network, starting with the first one [ACC-124] [ACC-125] [ACC-126] [ACC-127] [ACC-128] [ACC-129]', async () => {
    const { requests } = await openSocial();
    expect(tabs('Type of content')).toEqual(['[cover]', 'post', 'story']);
    await waitFor(() => expect(last(requests)).toEqual(['facebook', 'cover']));
    await open('Instagram');
    expect(tabs('Type of content')).toEqual(['[post]', 'story']);
    await waitFor(() => expect(last(requests)).toEqual(['instagram', 'post']));
    await open('LinkedIn');
    expect(tabs('Type of content')).toEqual(['[cover]', 'post']);
    await waitFor(() => expect(last(requests)).toEqual(['linkedin', 'cover']));
    await open('post');
    await open('Facebook');
    expect(tabs('Type of content')).toEqual(['[cover]', 'post', 'story']);
  });

  it('include a link to the page that tracks where visitors come from [MKT-001]', async () => {
    await openSocial();
    const link = await screen.findByRole('link', { name: /\/p\/.+\?source=social$/ });
    expect(link.getAttribute('href')).toMatch(/\/p\/[a-z-]+\?source=social$/);
  });

  it('are available in Spanish, with a link to the Spanish page', async () => {
    const { requests } = await openSocial();
    await pictures();
    await userEvent.click(screen.getByRole('radio', { name: 'Spanish' }));
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ lang: 'es' }));
    for (const { src } of await pictures()) expect(src).toContain('lang=es');
    expect(screen.getByRole('link', { name: /source=social&lang=es$/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'English' }));
    for (const { src } of await pictures()) expect(src).not.toContain('lang=');
  });

  it('reload when the network or type changes, even for a combination seen before [ACC-236] [ACC-237] [ACC-455]', async () => {
    const { requests } = await openSocial();
    await pictures();
    expect(requests).toEqual([
      { socialMedia: 'facebook', contentType: 'cover', pageId: '1000', userId: '11' },
    ]);
    const stories = { data: [{ id: 9, title: 'Tall', body: '', previewImage: '/p9.png' }] };
    answer(listSocialImages, stories);
    await open('story');
    expect(await screen.findByRole('button', { name: 'Download Tall' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download Front Door' })).toBeNull();
    const again = recordQueries(listSocialImages, designs);
    await open('LinkedIn');
    expect(await screen.findByRole('button', { name: 'Download Front Door' })).toBeTruthy();
    expect(last(again)).toEqual(['linkedin', 'cover']);
    await open('Facebook');
    await waitFor(() => expect(last(again)).toEqual(['facebook', 'cover']));
  });

  it('are a grid of previews that load as they scroll into view [ACC-130]', async () => {
    await openSocial();
    const images = await pictures();
    expect(
      images.map((image) => [image.getAttribute('src'), image.getAttribute('loading')]),
    ).toEqual([
      ['/api/v1/social-media-images/5/preview?pageId=1000&userId=11', 'lazy'],
      ['/api/v1/social-media-images/6/preview?pageId=1000&userId=11', 'lazy'],
    ]);
  });

  it('name the switched account in the address, because images send no headers', async () => {
    const { requests } = await openSocial({ session: switchedStaff() });
    const [image] = await pictures();
    expect(image?.getAttribute('src')).toBe(
      '/api/v1/social-media-images/5/preview?pageId=1000&userId=11',
    );
    expect(requests[0]?.['userId']).toBe('11');
  });

  it('draw previews at 0.5 for a cover, 0.3 for a post, and 0.25 for a story [ACC-133] [ACC-134] [ACC-135]', async () => {
    await openSocial();
    const size = async () => {
      const [image] = await pictures();
      return [image?.width, image?.height];
    };
    expect(await size()).toEqual([410, 156]);
    await open('post');
    expect(await size()).toEqual([360, 189]);
    await open('story');
    expect(await size()).toEqual([270, 480]);
  });

  it('show "Nothing here" when there are none [ACC-132]', async () => {
    await openSocial({}, { data: [] });
    expect(await screen.findByText('Nothing here')).toBeTruthy();
  });

  it('have a page selector only with several pages [ACC-121]', async () => {
    const { unmount } = await openSocial();
    expect(screen.queryByRole('combobox')).toBeNull();
    unmount();
    const { requests } = await openSocial({ pages: [roofing, solar] });
    await userEvent.click(screen.getByRole('combobox', { name: 'Choose your co-branded page' }));
    await userEvent.click(screen.getByRole('option', { name: 'summit-solar', hidden: true }));
    await waitFor(() => expect(requests.at(-1)?.['pageId']).toBe('1001'));
  });

  it('require a financing page first [ACC-122]', async () => {
    await openSocial({ pages: [] });
    expect(screen.getByText('Please set up a financing page first')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('can be retried without a toast when the list fails to load', async () => {
    await openSocial({}, serverFailure);
    expect(await screen.findByText('Something wrong', { selector: 'h2' })).toBeTruthy();
    expect(toasts()).toEqual([]);
    answer(listSocialImages, designs);
    await press('Try again');
    expect(await pictures()).toHaveLength(2);
  });
});

describe('a preview', () => {
  it("downloads a PNG named after its template's title [ACC-131] [ACC-456]", async () => {
    await openSocial();
    await pictures();
    const saved: [string, string][] = [];
    URL.createObjectURL = (file) => `blob:${(file as Blob).type}`;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push([this.download, this.href]);
    });
    const requests: string[] = [];
    answer(at(downloadSocialImage, { id: 5 }), ({ url }) => {
      requests.push(new URL(url).search);
      return file('image/png', 'png');
    });
    await press('Download Front Door');
    await waitFor(() => expect(saved).toEqual([['Front Door.png', 'blob:image/png']]));
    expect(requests).toEqual(['?pageId=1000&userId=11']);
  });

  it("shows why it can't be downloaded", async () => {
    await openSocial();
    await pictures();
    answer(at(downloadSocialImage, { id: 5 }), () => refusal('busy'));
    await press('Download Front Door');
    const words = 'The server is busy. Please try again.';
    await waitFor(() => expect(toasts()).toEqual([[words, 'danger', 3000]]));
  });

  it('keeps its place when it fails to load, and still downloads the image', async () => {
    await openSocial();
    const [image] = await pictures();
    fireEvent.error(image as HTMLImageElement);
    expect(screen.getByText('No preview is available right now.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Download Front Door' })).toBeTruthy();
  });
});
