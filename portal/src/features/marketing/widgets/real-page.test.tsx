import { describe, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { realCode } from '@lintel/contract/marketing/widgets';
import { press } from '../../../test/forms.ts';
import {
  recordQueries,
  openMaterials,
  previewDocument,
  roofing,
  solar,
} from '../../../test/marketing.ts';

const button =
  '<div data-lintel="real-widget" data-page="1000"><a href="https://pay.example/p/summit-roofing">Apply now</a></div>';
const reply = {
  html: '<div data-lintel="real-widget" data-page="1000"></div>',
  script: '<script async src="https://pay.example/embeds/v1.js"></script>',
  previewHtml: button,
  previewScript: '<script async src="https://pay.example/embeds/v1.js?preview"></script>',
};

async function openReal(pages = [roofing]) {
  const requests = recordQueries(realCode, reply);
  const view = await openMaterials('/real-widget', 'Real Widget', { pages });
  return { ...view, requests };
}

describe('the real widget page', () => {
  it('shows the button through the preview script from the server, with the text "Apply now" [MKT-099] [MKT-100]', async () => {
    const { requests } = await openReal();
    const preview = await previewDocument('Button preview');
    expect(preview.querySelector('[data-lintel="real-widget"]')?.textContent).toBe('Apply now');
    expect(preview.querySelector('script')?.getAttribute('src')).toBe('/embeds/v1.js?preview');
    expect(requests[0]).toMatchObject({
      userId: '11',
      textButton: 'Apply now',
      widthbtn: '400',
      hideLink: '0',
    });
  });

  it('uses the selected color scheme, with its own second colors [MKT-097] [MKT-127]', async () => {
    const { requests } = await openReal();
    const names = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
    expect(names).toEqual(['default', 'red/blue', 'orange/blue', 'gold/black', 'yellow/purple']);
    await userEvent.click(screen.getByRole('radio', { name: 'orange/blue' }));
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({
        color1: '$FF531B',
        color2: '$054079',
        color3: '$FFFFFF',
      }),
    );
    await userEvent.click(screen.getByRole('radio', { name: 'yellow/purple' }));
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({
        color1: '$FFD200',
        color2: '$522762',
        color3: '$293033',
      }),
    );
  });

  it('uses the selected language', async () => {
    const { requests } = await openReal();
    await userEvent.click(screen.getByRole('combobox', { name: 'Language' }));
    await userEvent.click(screen.getByRole('option', { name: 'Spanish', hidden: true }));
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ lang: 'es' }));
  });

  it('returns the code without the parts for the preview [MKT-098]', async () => {
    await openReal();
    await press('Get Widget Code');
    await screen.findByRole('dialog', { name: 'Widget Code' });
    expect(screen.getByLabelText('Code').textContent).toBe(`${reply.html}\n${reply.script}`);
  });

  it('has a page selector only with several pages [MKT-096]', async () => {
    const { unmount } = await openReal();
    expect(screen.queryByRole('combobox', { name: 'Choose your co-branded page' })).toBeNull();
    unmount();
    await openReal([roofing, solar]);
    expect(screen.getByRole('combobox', { name: 'Choose your co-branded page' })).toBeTruthy();
  });
});
