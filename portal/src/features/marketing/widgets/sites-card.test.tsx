import { describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { realCode } from '@lintel/contract/marketing/widgets';
import { type Sighting, readSites, saveSites } from '@lintel/contract/marketing/sites';
import { button, press } from '../../../test/forms.ts';
import { recordQueries, openMaterials, toasts } from '../../../test/marketing.ts';
import { at, answer, refusal } from '../../../test/server.ts';

const sighting: Sighting = {
  id: 1,
  widget: 'calculator',
  pageId: 1000,
  pageName: 'summit-roofing',
  site: 'www.roofer.example/financing/',
  firstSeen: '2026-10-01T12:00:00.000Z',
  lastSeen: '2026-11-03T12:00:00.000Z',
};

async function openSites(sites: string[] = [], sightings: Sighting[] = [sighting]) {
  recordQueries(at(realCode, { pageId: 1000 }), {
    html: '<i></i>',
    script: '',
    previewHtml: '<i></i>',
    previewScript: '',
  });
  const requests = recordQueries(at(readSites, { id: 7 }), { sites, sightings });
  const view = await openMaterials('/real-widget', 'Real Widget');
  expect(requests).toEqual([]);
  await press(/^Your websites/);
  await screen.findByRole('region', { name: 'Is my code on this page?' });
  return { ...view, requests };
}
async function check(address: string): Promise<HTMLElement> {
  const part = screen.getByRole('region', { name: 'Is my code on this page?' });
  const field = within(part).getByRole('textbox');
  await userEvent.clear(field);
  await userEvent.type(field, address);
  await press('Check');
  return part;
}
const add = async (site: string): Promise<void> => {
  await userEvent.type(screen.getByRole('textbox', { name: 'Website' }), site);
  await press('Add');
};
const chips = () =>
  within(screen.getByRole('list', { name: 'Allowed websites' })).getAllByRole('listitem');

describe('the Your websites card', () => {
  it('loads when opened, and shows sightings with their times', async () => {
    await openSites();
    const table = screen.getByRole('region', { name: 'Where your codes were seen' });
    const [, row] = within(table).getAllByRole('row');
    expect(
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'www.roofer.example/financing/',
      'Monthly payment calculator',
      'summit-roofing',
      '11/03/2026',
    ]);
    expect(screen.getByText('Any website')).toBeTruthy();
  });

  it('saves added and removed sites together', async () => {
    await openSites(['https://old.example']);
    await add('Roofer.example/financing');
    await waitFor(() =>
      expect(chips().map(({ textContent }) => textContent)).toEqual([
        'https://old.example',
        'https://roofer.example',
      ]),
    );
    await press('Remove https://old.example');
    const bodies: unknown[] = [];
    answer(at(saveSites, { id: 7 }), async (request) => {
      const body = (await request.json()) as { sites: string[] };
      bodies.push(body);
      recordQueries(at(readSites, { id: 7 }), { sites: body.sites, sightings: [] });
      return { message: 'Saved', sites: body.sites };
    });
    await press('Save websites');
    await waitFor(() => expect(toasts()).toEqual([['Saved', 'success', 3000]]));
    expect(bodies).toEqual([{ sites: ['https://roofer.example'] }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save websites' })).toBeNull());
    expect(chips()).toHaveLength(1);
  });

  it('rejects an invalid website, and keeps the list when saving fails', async () => {
    await openSites(['https://old.example']);
    await add('roofer');
    expect(await screen.findByText('The URL is not valid')).toBeTruthy();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Website' }));
    await press('Remove https://old.example');
    answer(at(saveSites, { id: 7 }), () => refusal('not_found'));
    await press('Save websites');
    await waitFor(() => expect(toasts()[0]?.[1]).toBe('danger'));
    await press('Cancel');
    expect(chips()).toHaveLength(1);
  });
});

describe('the check of a page', () => {
  it("shows the time of a sighting, regardless of the address's prefix and trailing slash", async () => {
    const { requests } = await openSites();
    const part = await check('https://roofer.example/financing?x=1');
    expect(
      await within(part).findByText('Monthly payment calculator: seen on 11/03/2026'),
    ).toBeTruthy();
    expect(requests).toHaveLength(2);
  });

  it('shows sightings elsewhere on the site, an unlisted site, and what to check if there were none', async () => {
    await openSites(['https://other.example']);
    const part = await check('roofer.example/about');
    expect(await within(part).findByText('roofer.example/about')).toBeTruthy();
    expect(part.textContent).toContain('not seen yet');
    expect(part.textContent).toContain(
      'A code was seen elsewhere on this website, at www.roofer.example/financing/.',
    );
    expect(part.textContent).toContain(
      "roofer.example isn't on your list of allowed websites. Add it below.",
    );
  });

  it('requires an address', async () => {
    await openSites();
    expect(button('Check').disabled).toBe(true);
    const part = await check('roofer');
    expect(await within(part).findByText(/Please enter the address of a page/)).toBeTruthy();
  });
});
