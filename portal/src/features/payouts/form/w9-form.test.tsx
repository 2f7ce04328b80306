import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { submitW9, blankW9 } from '@lintel/contract/payouts/w9';
import { formatBusinessDate } from '../../../lib/format.ts';
import { fill, input, press, recordCalls } from '../../../test/forms.ts';
import { openScreen } from '../../../test/render-portal.tsx';
import { answer, file, refusal } from '../../../test/server.ts';
import { owner } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// Preload lazy code: on a busy machine it takes longer than a test waits.
beforeAll(async () => {
  await Promise.all([
    import('../payout-page.tsx'),
    import('./w9-form-modal.tsx'),
    import('@lintel/contract/payouts/w9-form'),
  ]);
});

let dialog: HTMLElement;
beforeEach(async () => {
  await openScreen('/payout-tax?action=w9', owner());
  dialog = await screen.findByRole('dialog', { name: 'W-9 Tax Form' });
  await within(dialog).findByRole('button', { name: 'Sign and submit' });
});

const submit = (): Promise<void> => press('Sign and submit');
const tick = (label: string): Promise<void> =>
  userEvent.click(within(dialog).getByRole('checkbox', { name: label }));
const missing = (): HTMLElement[] => screen.queryAllByText('These fields are required.');
const invalid = (label: string): string | null => input(label).getAttribute('aria-invalid');
const ssn = 'Social Security number \\(SSN\\)';
const ein = 'Employer identification number \\(EIN\\)';

async function fillIn(): Promise<void> {
  await tick('Individual/sole proprietor');
  await fill(ssn, '123456789');
  await fill('Signature', 'Priya Natarajan');
}

describe('the W-9 form', () => {
  it('opens immediately when the address says w9, with known values and today’s date, which can’t be changed [ACC-016] [ACC-372]', () => {
    expect(input('Name').value).toBe('Priya Natarajan');
    expect(input('Business name').value).toBe('Summit Roofing LLC');
    expect(input('Address').value).toBe('40 Granite Way');
    expect(input('City').value).toBe('Denver, CO 80202');
    expect(input('Date').value).toBe(formatBusinessDate(new Date().toISOString()));
    expect(input('Date').readOnly).toBe(true);
  });

  it('requires name, address, city, one box, and a signature [ACC-357] [ACC-358] [ACC-359] [ACC-360] [ACC-363]', async () => {
    for (const label of ['Name', 'Address', 'City']) await fill(label, '');
    await submit();
    await waitFor(() => expect(missing()).toHaveLength(4));
    for (const label of ['Name', 'Address', 'City', 'Signature'])
      expect(invalid(label)).toBe('true');
    expect(
      within(dialog).getByRole('checkbox', { name: 'Partnership' }).getAttribute('aria-invalid'),
    ).toBe('true');
    expect(document.activeElement).toBe(input('Name'));
  });

  it('accepts only one box [ACC-360]', async () => {
    await fillIn();
    await tick('Partnership');
    await submit();
    expect(await screen.findByText('Please check only one box.')).toBeTruthy();
  });

  it("requires an LLC's tax classification and a description of another type [ACC-361] [ACC-362]", async () => {
    await fillIn();
    await tick('Individual/sole proprietor');
    await tick('Limited liability company (LLC)');
    await submit();
    await waitFor(() => expect(missing()).toHaveLength(1));
    expect(invalid('Tax classification of the LLC')).toBe('true');
    await tick('Limited liability company (LLC)');
    await tick('Other');
    await submit();
    await waitFor(() => expect(invalid('Other classification')).toBe('true'));
  });

  it('requires one valid tax number [ACC-364] [ACC-365]', async () => {
    await fillIn();
    await fill(ssn, '12345');
    await submit();
    expect(await screen.findByText('Please enter a valid 9-digit TIN number.')).toBeTruthy();
    await fill(ssn, '123456789');
    await fill(ein, '380123456');
    await submit();
    expect(await screen.findByText('Please enter one TIN option only (SSN or EIN).')).toBeTruthy();
  });

  it('limits the length and characters of its fields [ACC-366] [ACC-367] [ACC-368] [ACC-369] [ACC-370] [ACC-371]', async () => {
    await tick('Other');
    const limits = {
      Name: 255,
      'Business name': 250,
      Address: 255,
      City: 255,
      'Other classification': 50,
      Signature: 255,
    };
    for (const [label, limit] of Object.entries(limits)) {
      expect(input(label).maxLength).toBe(limit);
      input(label).removeAttribute('maxlength');
      await fill(label, 'a'.repeat(limit + 1));
    }
    await submit();
    await waitFor(() => expect(screen.getAllByText('Enter 255 symbols maximum')).toHaveLength(4));
    expect(screen.getByText('Enter 250 symbols maximum')).toBeTruthy();
    expect(screen.getByText('Enter 50 symbols maximum')).toBeTruthy();
  });

  it('submits as multipart with its flags, and closes [ACC-165] [ACC-440]', async () => {
    const calls = recordCalls(submitW9, () => ({
      message: 'Thank you. Your W-9 form was submitted.',
      status: 'Pending',
    }));
    await fillIn();
    await submit();
    expect(await screen.findByText('Thank you. Your W-9 form was submitted.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'W-9 Tax Form' })).toBeNull());
    const [{ path, encoding, body } = { path: '', encoding: 'none', body: {} }] = calls;
    expect([path, encoding]).toEqual(['/contractor/7/w9', 'multipart']);
    const { form, ...fields } = body as Record<string, string>;
    expect(fields).toEqual({
      id: '7',
      fullName: 'Priya Natarajan',
      companyName: 'Summit Roofing LLC',
      isSSN: 'true',
      isEIN: 'false',
    });
    expect(JSON.parse(form ?? '')).toMatchObject({
      taxClassification: ['individual'],
      address: '40 Granite Way',
      city: 'Denver, CO 80202',
      ssn: '123456789',
      ein: '',
      signature: 'Priya Natarajan',
    });
  });

  it('shows the message of a response with an error flag in red, and stays open [ACC-495]', async () => {
    answer(submitW9, {
      error: 'w9',
      message: 'The form could not be stored.',
      status: 'Not found',
    });
    await fillIn();
    await submit();
    const message = await screen.findByText('The form could not be stored.');
    expect(message.getAttribute('role')).toBe('alert');
    expect(message.style.color).toBe('var(--mantine-color-error)');
    expect(input('Signature').value).toBe('Priya Natarajan');
  });

  it("shows the server's field errors at the fields", async () => {
    answer(submitW9, () => refusal('invalid', { 'form.city': 'No such city' }));
    await fillIn();
    await submit();
    expect(await screen.findByText('No such city')).toBeTruthy();
  });

  it('asks before discarding input', async () => {
    await fill('Signature', 'P');
    await press('Cancel');
    const question = await screen.findByRole('dialog', { name: 'Discard the form?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(input('Signature').value).toBe('P');
  });

  it('downloads the blank form [ACC-438]', async () => {
    const requests = vi.fn<() => void>();
    answer(blankW9, () => {
      requests();
      return file('application/pdf', '%PDF');
    });
    await press('Download the blank form');
    await waitFor(() => expect(requests).toHaveBeenCalledOnce());
  });
});
