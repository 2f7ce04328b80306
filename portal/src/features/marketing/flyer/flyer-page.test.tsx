import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readFlyerImages, readFlyer, saveMaterials } from '@lintel/contract/marketing/flyer';
import { fill, input, press } from '../../../test/forms.ts';
import { makeGate } from '../../../test/gate.ts';
import { editFlyer, images, materials, openFlyer, recordSaves } from '../../../test/flyer.ts';
import { recordQueries, toasts } from '../../../test/marketing.ts';
import { at, answer, refusal, file, errorInBody } from '../../../test/server.ts';
import { switchedStaff } from '../../../test/sessions.ts';

const solar = materials({ companyName: 'Summit Solar' }, 1001, 'summit-solar');
const unexpected = 'An unexpected error occurred, please contact support@localhost';
const isEditing = () => screen.queryByRole('textbox', { name: 'Company name' }) !== null;
const chooseSolar = async (): Promise<void> => {
  await userEvent.click(screen.getByRole('combobox', { name: 'Choose your co-branded page' }));
  await userEvent.click(screen.getByRole('option', { name: 'summit-solar', hidden: true }));
};

describe('the flyer', () => {
  it('shows images of both sides [MKT-102] [MKT-103]', async () => {
    await openFlyer();
    expect(
      (await screen.findByRole('img', { name: 'Front side of the flyer' })).getAttribute('src'),
    ).toBe('/front.png');
    expect(screen.getByRole('img', { name: 'Back side of the flyer' }).getAttribute('src')).toBe(
      '/back.png',
    );
  });

  it("shows the server's error when there are no images, and retries [MKT-247]", async () => {
    await openFlyer([materials()], () => refusal('render_failed'));
    expect(await screen.findByText('The template cannot be rendered.')).toBeTruthy();
    answer(at(readFlyerImages, { contractorId: 7, pageId: 1000 }), images);
    await press('Try again');
    expect(await screen.findByRole('img', { name: 'Front side of the flyer' })).toBeTruthy();
  });

  it('has a page selector only with several pages [MKT-101]', async () => {
    const { unmount } = await openFlyer();
    expect(screen.queryByRole('combobox')).toBeNull();
    unmount();
    await openFlyer([materials(), solar]);
    expect(screen.getByRole('combobox', { name: 'Choose your co-branded page' })).toBeTruthy();
  });

  it("is shown and downloaded in the flyer's language or the other one", async () => {
    await openFlyer([materials({ language: 'es' })]);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Spanish' }).checked).toBe(true);
    const requests = recordQueries(at(readFlyerImages, { contractorId: 7 }), images);
    await userEvent.click(screen.getByRole('radio', { name: 'English' }));
    await waitFor(() => expect(requests).toEqual([{ lang: 'en' }]));
    vi.spyOn(window, 'open').mockReturnValue(null);
    const downloads = recordQueries(at(readFlyer, { contractorId: 7, pageId: 1000 }), () =>
      file('application/pdf'),
    );
    await press('DOWNLOAD FLYER');
    await waitFor(() => expect(downloads).toEqual([{ lang: 'en' }]));
  });

  it('links to creating the first page', async () => {
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

  it('opens the PDF in a new window when the server has it ready [MKT-104]', async () => {
    await openFlyer();
    const view = openWindow();
    answer(at(readFlyer, { contractorId: 7, pageId: 1000 }), pdf);
    await press('DOWNLOAD FLYER');
    await waitFor(() =>
      expect(view.location.replace).toHaveBeenCalledWith('/api/v1/contractor/7/page/1000/flyer'),
    );
    expect(toasts()).toEqual([]);
  });

  it('names the switched account in the address, because a window sends no headers', async () => {
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

  it('treats JSON as an error, shows it for three seconds, and closes the window [MKT-227] [MKT-239] [MKT-254]', async () => {
    await openFlyer();
    const view = openWindow();
    answer(at(readFlyer, { contractorId: 7, pageId: 1000 }), errorInBody('No'));
    await press('DOWNLOAD FLYER');
    await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
    expect(view.close).toHaveBeenCalledTimes(1);
    expect(view.location.replace).not.toHaveBeenCalled();
  });

  it('saves the file under its name if the browser blocks the window', async () => {
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
  it('saves the chosen language and shows the flyer in it', async () => {
    await openFlyer();
    const saved = recordSaves([materials({ language: 'es' })]);
    await editFlyer();
    await userEvent.click(screen.getByRole('combobox', { name: 'Language' }));
    await userEvent.click(screen.getByRole('option', { name: 'Spanish', hidden: true }));
    await press('SUBMIT');
    await waitFor(() => expect(saved[0]?.flyer).toMatchObject({ language: 'es' }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Spanish' }).checked).toBe(true),
    );
  });

  it('starts read-only with the stored values and becomes editable with EDIT FLYER [MKT-105] [MKT-120] [MKT-138] [MKT-139]', async () => {
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

  it('saves, reloads the pages and images, keeps the page selected, and becomes read-only [MKT-121] [MKT-141] [MKT-142] [MKT-143]', async () => {
    const stored = materials({ companyName: 'As the server keeps it' }, 1001, 'summit-solar');
    await openFlyer([materials(), solar]);
    await chooseSolar();
    await editFlyer();
    await fill('Company name', 'Sunny Side');
    const saved = recordSaves([materials(), stored], 1001);
    const drawnAgain = recordQueries(
      at(readFlyerImages, { contractorId: 7, pageId: 1001 }),
      images,
    );
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

  it('disables its button while sending [MKT-140]', async () => {
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

  it("shows the server's error when saving fails, and keeps the input [MKT-246]", async () => {
    await openFlyer();
    await editFlyer();
    await fill('Company name', 'Sunny Side');
    answer(at(saveMaterials, { id: 7, pid: 1000 }), () =>
      refusal('not_found', 'The page is gone.'),
    );
    await press('SUBMIT');
    await waitFor(() => expect(toasts()).toEqual([['The page is gone.', 'danger', 3000]]));
    expect(input('Company name').value).toBe('Sunny Side');
    answer(at(saveMaterials, { id: 7, pid: 1000 }), errorInBody('The flyer could not be kept.'));
    await press('SUBMIT');
    await waitFor(() =>
      expect(toasts().at(-1)).toEqual(['The flyer could not be kept.', 'danger', 3000]),
    );
    expect(input('Company name').value).toBe('Sunny Side');
  });

  it('discards the input on Cancel and becomes read-only [MKT-144] [MKT-145]', async () => {
    await openFlyer();
    await editFlyer();
    await fill('Company name', 'Something else');
    await press('Cancel');
    expect(isEditing()).toBe(false);
    await editFlyer();
    expect(input('Company name').value).toBe('Summit Roofing LLC');
  });

  it('becomes read-only when another page is selected [MKT-146]', async () => {
    await openFlyer([materials(), solar]);
    await editFlyer();
    await chooseSolar();
    expect(await screen.findByText('Summit Solar')).toBeTruthy();
    expect(isEditing()).toBe(false);
  });
});
