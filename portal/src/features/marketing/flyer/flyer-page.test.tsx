import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readFlyerImages, readFlyer, saveMaterials } from '@lintel/contract/marketing/flyer';
import { fill, input, press } from '../../../test/forms.ts';
import { makeGate } from '../../../test/gate.ts';
import { editFlyer, images, materials, openFlyer, takeSaves } from '../../../test/flyer.ts';
import { keepQueries, toasts } from '../../../test/marketing.ts';
import { at, answer, refusal, file, errorInside } from '../../../test/server.ts';
import { switchedStaff } from '../../../test/sessions.ts';

const solar = materials({ companyName: 'Summit Solar' }, 1001, 'summit-solar');
const unexpected = 'An unexpected error occurred, please contact support@localhost';
const isEditing = () => screen.queryByRole('textbox', { name: 'Company name' }) !== null;
const chooseSolar = async (): Promise<void> => {
  await userEvent.click(screen.getByRole('combobox', { name: 'Choose your co-branded page' }));
  await userEvent.click(screen.getByRole('option', { name: 'summit-solar', hidden: true }));
};

describe('the flyer', () => {
  it('shows pictures of both sides [MKT-102] [MKT-103]', async () => {
    await openFlyer();
    expect(
      (await screen.findByRole('img', { name: 'Front side of the flyer' })).getAttribute('src'),
    ).toBe('/front.png');
    expect(screen.getByRole('img', { name: 'Back side of the flyer' }).getAttribute('src')).toBe(
      '/back.png',
    );
  });

  it("says in the server's words why there are no pictures, and tries again [MKT-247]", async () => {
    await openFlyer([materials()], () => refusal('render_failed'));
    expect(await screen.findByText('The template cannot be rendered.')).toBeTruthy();
    answer(at(readFlyerImages, { contractorId: 7, pageId: 1000 }), images);
    await press('Try again');
    expect(await screen.findByRole('img', { name: 'Front side of the flyer' })).toBeTruthy();
  });

  it('has a page selector with more than one page only [MKT-101]', async () => {
    const { unmount } = await openFlyer();
    expect(screen.queryByRole('combobox')).toBeNull();
    unmount();
    await openFlyer([materials(), solar]);
    expect(screen.getByRole('combobox', { name: 'Choose your co-branded page' })).toBeTruthy();
  });

  it('is shown and downloaded in the language of the flyer, or in the other one', async () => {
    await openFlyer([materials({ language: 'es' })]);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Spanish' }).checked).toBe(true);
    const asked = keepQueries(at(readFlyerImages, { contractorId: 7 }), images);
    await userEvent.click(screen.getByRole('radio', { name: 'English' }));
    await waitFor(() => expect(asked).toEqual([{ lang: 'en' }]));
    vi.spyOn(window, 'open').mockReturnValue(null);
    const downloads = keepQueries(at(readFlyer, { contractorId: 7, pageId: 1000 }), () =>
      file('application/pdf'),
    );
    await press('DOWNLOAD FLYER');
    await waitFor(() => expect(downloads).toEqual([{ lang: 'en' }]));
  });

  it('leads to a first page when there is none', async () => {
    await openFlyer([]);
    expect(screen.getByRole('link', { name: 'GET STARTED' }).getAttribute('href')).toBe(
      '/co-branded',
    );
  });
});

describe('DOWNLOAD FLYER', () => {
  const pdf = () => file('application/pdf');
  const openWindow = () => {
    const view = {
      document: { title: '', body: { textContent: '' } },
      location: { replace: vi.fn<(to: string) => void>() },
      close: vi.fn<() => void>(),
    };
    vi.spyOn(window, 'open').mockReturnValue(view as unknown as Window);
    return view;
  };

  it('opens the PDF in a new window, once the server has it [MKT-104]', async () => {
    await openFlyer();
    const view = openWindow();
    answer(at(readFlyer, { contractorId: 7, pageId: 1000 }), pdf);
    await press('DOWNLOAD FLYER');
    await waitFor(() =>
      expect(view.location.replace).toHaveBeenCalledWith('/api/v1/contractor/7/page/1000/flyer'),
    );
    expect(toasts()).toEqual([]);
  });

  it('names the account that is switched into, which a window cannot say by itself', async () => {
    await openFlyer([materials()], images, switchedStaff());
    const view = openWindow();
    answer(at(readFlyer, { contractorId: 7, pageId: 1000 }), pdf);
    await press('DOWNLOAD FLYER');
    await waitFor(() =>
      expect(view.location.replace).toHaveBeenCalledWith(
        '/api/v1/contractor/7/page/1000/flyer?userId=11',
      ),
    );
  });

  it('takes JSON for an error, tells it for three seconds and closes the window [MKT-227] [MKT-239] [MKT-254]', async () => {
    await openFlyer();
    const view = openWindow();
    answer(at(readFlyer, { contractorId: 7, pageId: 1000 }), errorInside('No'));
    await press('DOWNLOAD FLYER');
    await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
    expect(view.close).toHaveBeenCalledTimes(1);
    expect(view.location.replace).not.toHaveBeenCalled();
  });

  it('saves the file by its name where the browser opens no window', async () => {
    await openFlyer();
    vi.spyOn(window, 'open').mockReturnValue(null);
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    answer(at(readFlyer, { contractorId: 7, pageId: 1000 }), pdf);
    await press('DOWNLOAD FLYER');
    await waitFor(() => expect(names).toEqual(['flyer-summit-roofing.pdf']));
  });
});

describe('the flyer form', () => {
  it('keeps the language that is chosen, and shows the flyer in it then', async () => {
    await openFlyer();
    const saved = takeSaves([materials({ language: 'es' })]);
    await editFlyer();
    await userEvent.click(screen.getByRole('combobox', { name: 'Language' }));
    await userEvent.click(screen.getByRole('option', { name: 'Spanish', hidden: true }));
    await press('SUBMIT');
    await waitFor(() => expect(saved[0]?.flyer).toMatchObject({ language: 'es' }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Spanish' }).checked).toBe(true),
    );
  });

  it('is read-only at first and editable after EDIT FLYER, with what is stored [MKT-105] [MKT-120] [MKT-138] [MKT-139]', async () => {
    await openFlyer();
    expect(isEditing()).toBe(false);
    expect(screen.getByText('303-555-0110')).toBeTruthy();
    await editFlyer();
    expect(input('Company name').value).toBe('Summit Roofing LLC');
    expect(screen.getByRole('img', { name: 'Logo' }).getAttribute('src')).toBe(
      '/api/v1/media/logo-1.png',
    );
    expect(input('Contact number').value).toBe('303-555-0110');
    expect(input('Extension').value).toBe('12');
    expect(input('Company website URL').value).toBe('http://roofer.example');
    expect(input('QR code on backside').value).toBe('Company website');
  });

  it('is saved; then the pages and the pictures are loaded anew, the page stays chosen and the form is read-only [MKT-121] [MKT-141] [MKT-142] [MKT-143]', async () => {
    const stored = materials({ companyName: 'As the server keeps it' }, 1001, 'summit-solar');
    await openFlyer([materials(), solar]);
    await chooseSolar();
    await editFlyer();
    await fill('Company name', 'Sunny Side');
    const saved = takeSaves([materials(), stored], 1001);
    const drawnAgain = keepQueries(at(readFlyerImages, { contractorId: 7, pageId: 1001 }), images);
    await press('SUBMIT');
    expect(await screen.findByText('As the server keeps it')).toBeTruthy();
    expect(isEditing()).toBe(false);
    expect(saved.map(({ flyer }) => flyer)).toEqual([
      {
        companyName: 'Sunny Side',
        phone: '3035550110',
        extPhone: '12',
        websiteUrl: 'http://roofer.example',
        qrCodeBackside: 'Company website',
        language: 'en',
        logoFileName: 'roof.png',
      },
    ]);
    expect(saved[0]?.fields).toMatchObject({ id: '7', pId: '1001', pageName: 'summit-solar' });
    expect(
      screen.getByRole<HTMLInputElement>('combobox', { name: 'Choose your co-branded page' }).value,
    ).toBe('summit-solar');
    expect(drawnAgain).toHaveLength(1);
    await waitFor(() => expect(toasts()).toEqual([['Update successful', 'success', 3000]]));
  });

  it('has a disabled button while it is sent [MKT-140]', async () => {
    await openFlyer();
    await editFlyer();
    const gate = makeGate();
    answer(at(saveMaterials, { id: 7, pid: 1000 }), () =>
      gate.opened.then(() => refusal('not_found')),
    );
    await press('SUBMIT');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'SUBMIT' }).disabled).toBe(true);
    gate.open();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'SUBMIT' }).disabled).toBe(
        false,
      ),
    );
  });

  it("says in the server's words why it was not saved, and keeps what was typed [MKT-246]", async () => {
    await openFlyer();
    await editFlyer();
    await fill('Company name', 'Sunny Side');
    answer(at(saveMaterials, { id: 7, pid: 1000 }), () =>
      refusal('not_found', 'The page is gone.'),
    );
    await press('SUBMIT');
    await waitFor(() => expect(toasts()).toEqual([['The page is gone.', 'danger', 3000]]));
    expect(input('Company name').value).toBe('Sunny Side');
    answer(at(saveMaterials, { id: 7, pid: 1000 }), errorInside('The flyer could not be kept.'));
    await press('SUBMIT');
    await waitFor(() =>
      expect(toasts().at(-1)).toEqual(['The flyer could not be kept.', 'danger', 3000]),
    );
    expect(input('Company name').value).toBe('Sunny Side');
  });

  it('forgets what was typed with Cancel and is read-only again [MKT-144] [MKT-145]', async () => {
    await openFlyer();
    await editFlyer();
    await fill('Company name', 'Something else');
    await press('Cancel');
    expect(isEditing()).toBe(false);
    await editFlyer();
    expect(input('Company name').value).toBe('Summit Roofing LLC');
  });

  it('is read-only again when another page is chosen [MKT-146]', async () => {
    await openFlyer([materials(), solar]);
    await editFlyer();
    await chooseSolar();
    expect(await screen.findByText('Summit Solar')).toBeTruthy();
    expect(isEditing()).toBe(false);
  });
});
