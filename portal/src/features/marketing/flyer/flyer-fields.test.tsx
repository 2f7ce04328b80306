import { describe, expect, it } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill, input, press } from '../../../test/forms.ts';
import { editFlyer, materials, openFlyer, recordSaves } from '../../../test/flyer.ts';

async function open(flyer: Parameters<typeof materials>[0] = {}) {
  const view = await openFlyer([materials(flyer)]);
  await editFlyer();
  return view;
}
async function typed(label: string, text: string): Promise<string> {
  await userEvent.clear(input(label));
  await userEvent.type(input(label), text);
  await userEvent.tab();
  return input(label).value;
}
async function chooseQrCode(option: string): Promise<void> {
  await userEvent.click(input('QR code on backside'));
  await userEvent.click(screen.getByRole('option', { name: option, hidden: true }));
}
const asterisk = (): boolean =>
  screen.getByText('Company website URL', { selector: 'label' }).textContent.includes('*');

describe('the company name', () => {
  it('accepts up to 100 characters [MKT-156]', async () => {
    await open();
    await fill('Company name', 'a'.repeat(120));
    expect(input('Company name').value).toHaveLength(100);
  });

  it('trims and collapses white space [MKT-157] [MKT-158]', async () => {
    await open();
    expect(await typed('Company name', '  Summit   Roofing  ')).toBe('Summit Roofing');
    const saved = recordSaves();
    await press('SUBMIT');
    await waitFor(() => expect(saved[0]?.flyer['companyName']).toBe('Summit Roofing'));
  });
});

describe('the contact number', () => {
  it('requires a phone number [MKT-165]', async () => {
    await open();
    await typed('Contact number', '303555');
    expect(await screen.findByText('Please enter a 10-digit number.')).toBeTruthy();
    const saved = recordSaves();
    await press('SUBMIT');
    expect(saved).toEqual([]);
  });

  it('accepts up to 10 digits [MKT-166]', async () => {
    await open();
    expect(await typed('Contact number', '303555019999')).toBe('303-555-0199');
    const saved = recordSaves();
    await press('SUBMIT');
    await waitFor(() => expect(saved[0]?.flyer['phone']).toBe('3035550199'));
  });
});

describe('the extension', () => {
  it('accepts up to 6 characters [MKT-167]', async () => {
    await open();
    await typed('Extension', '1234567');
    expect(await screen.findByText('Enter 6 symbols maximum')).toBeTruthy();
    await typed('Extension', '123456');
    await waitFor(() => expect(screen.queryByText('Enter 6 symbols maximum')).toBeNull());
  });

  it('keeps only its digits on blur [MKT-168]', async () => {
    await open();
    expect(await typed('Extension', 'ext. 4-2')).toBe('42');
  });

  it('is disabled until there is a contact number [MKT-169]', async () => {
    await open({ phone: '', extPhone: '' });
    expect(input('Extension').disabled).toBe(true);
    await userEvent.type(input('Contact number'), '3');
    expect(input('Extension').disabled).toBe(false);
  });

  it('is cleared with the contact number [MKT-170]', async () => {
    await open();
    await userEvent.clear(input('Contact number'));
    expect(input('Extension').value).toBe('');
    expect(input('Extension').disabled).toBe(true);
  });
});

describe('the website', () => {
  it('requires a web address, with or without a protocol [MKT-171] [MKT-175] [MKT-176]', async () => {
    await open();
    await typed('Company website URL', 'not an address');
    expect(await screen.findByText('The URL is not valid')).toBeTruthy();
    expect(await typed('Company website URL', ' www.roofer .example ')).toBe(
      'http://www.roofer.example',
    );
    await waitFor(() => expect(screen.queryByText('The URL is not valid')).toBeNull());
    expect(await typed('Company website URL', 'https://roofer.example')).toBe(
      'https://roofer.example',
    );
    const saved = recordSaves();
    await press('SUBMIT');
    await waitFor(() => expect(saved[0]?.flyer['websiteUrl']).toBe('https://roofer.example'));
  });

  it('accepts up to 128 characters [MKT-172]', async () => {
    await open();
    await fill('Company website URL', `http://roofer.example/${'a'.repeat(150)}`);
    expect(input('Company website URL').value).toHaveLength(128);
  });

  it('is required and marked when the QR code links to it [MKT-173] [MKT-174]', async () => {
    await open({ qrCodeBackside: 'Co-branded page', websiteUrl: '' });
    expect(asterisk()).toBe(false);
    await chooseQrCode('Company website');
    expect(asterisk()).toBe(true);
    const saved = recordSaves();
    await press('SUBMIT');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
    expect(document.activeElement).toBe(input('Company website URL'));
    await chooseQrCode('Co-branded page');
    await press('SUBMIT');
    await waitFor(() =>
      expect(saved[0]?.flyer).toMatchObject({ qrCodeBackside: 'Co-branded page', websiteUrl: '' }),
    );
  });
});

describe('the QR code', () => {
  it('links to the co-branded page or the company website, by default to the page [MKT-122] [MKT-123]', async () => {
    await open({ qrCodeBackside: '' });
    expect(input('QR code on backside').value).toBe('Co-branded page');
    await userEvent.click(input('QR code on backside'));
    const options = within(
      screen.getByRole('listbox', { name: 'QR code on backside', hidden: true }),
    )
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent);
    expect(options).toEqual(['Co-branded page', 'Company website']);
  });
});
