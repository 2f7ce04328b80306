import { describe, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { saveContractor } from '@lintel/contract/contractors/profile';
import { readSession } from '@lintel/contract/identity/sessions';
import { fill, input, press, recordCalls } from '../../../test/forms.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { answer, refusal } from '../../../test/server.ts';
import { owner, ownerPrivileges } from '../../../test/sessions.ts';

const edit = async (): Promise<void> => {
  await openPortal('/personal-info', owner());
  await screen.findByRole('group', { name: 'Company Profile' });
  await press('Edit Company Profile');
};

describe('the Company Profile card', () => {
  it('sends name, address, and site as multipart, confirms it, and shows them [ACC-421] [ACC-488]', async () => {
    await edit();
    const calls = recordCalls(saveContractor);
    const stored = {
      companyName: 'Summit Roofs',
      companyAddress: '1 Main Street',
      websiteUrl: 'http://summit.example',
      licenseNumber: 'OH 48812',
    };
    await fill('Company name', ' Summit  Roofs ');
    await fill('Address', '1 Main Street');
    await fill('Site URL', 'summit.example');
    await fill('License number', ' OH 48812 ');
    answer(readSession, owner(ownerPrivileges, stored));
    await press('Save');
    expect(await screen.findByText('Update successful!')).toBeTruthy();
    expect(calls).toMatchObject([{ path: '/contractor/7', encoding: 'multipart', body: stored }]);
    for (const value of Object.values(stored)) expect(await screen.findByText(value)).toBeTruthy();
  });

  it("offers the country's time zones, and shows the current one", async () => {
    await openPortal('/personal-info', owner());
    const card = await screen.findByRole('group', { name: 'Company Profile' });
    expect(card.textContent).toContain('Time zoneEastern Time');
    await press('Edit Company Profile');
    const choice = screen.getByRole('combobox', { name: 'Time zone' });
    expect(choice).toHaveProperty('value', '');
    const calls = recordCalls(saveContractor);
    await userEvent.selectOptions(choice, 'Hawaii Time');
    await press('Save');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ timeZone: 'Pacific/Honolulu' });
  });

  it("shows another user's changes, and saving again keeps their other changes", async () => {
    await edit();
    const theirs = {
      companyName: 'Theirs LLC',
      companyAddress: '9 Their Street',
      websiteUrl: 'http://theirs.example',
    };
    const message =
      'Someone else changed this while you were editing. Address is “9 Their Street” now. Nothing was saved.';
    recordCalls(saveContractor, () => refusal('conflict', message));
    answer(readSession, owner(ownerPrivileges, theirs));
    await fill('Address', '1 Main Street');
    await press('Save');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(input('Address').value).toBe('1 Main Street');
    const calls = recordCalls(saveContractor);
    await press('Save');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.body).toMatchObject({ ...theirs, companyAddress: '1 Main Street' });
  });

  it('removes spaces from the site and adds http:// on blur [ACC-318] [ACC-319]', async () => {
    await edit();
    await fill('Site URL', ' summit .example/our roofs ');
    await userEvent.tab();
    expect(input('Site URL').value).toBe('http://summit.example/ourroofs');
    await fill('Site URL', 'https://summit.example');
    await userEvent.tab();
    expect(input('Site URL').value).toBe('https://summit.example');
    await fill('Site URL', '');
    await userEvent.tab();
    expect(input('Site URL').value).toBe('');
  });

  it('marks an invalid site [ACC-316]', async () => {
    await edit();
    await fill('Site URL', 'summit');
    await press('Save');
    expect(await screen.findByText('The URL is not valid')).toBeTruthy();
    expect(input('Site URL').getAttribute('aria-invalid')).toBe('true');
  });

  const required = (label: string) => async (): Promise<void> => {
    await edit();
    await fill(label, '');
    await press('Save');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
    expect(input(label).getAttribute('aria-invalid')).toBe('true');
  };
  it('requires a company name [ACC-312]', required('Company name'));
  it('requires an address [ACC-314]', required('Address'));

  const limited = (label: string, max: number, text: string) => async (): Promise<void> => {
    await edit();
    expect(input(label).maxLength).toBe(max);
    input(label).removeAttribute('maxlength');
    await fill(label, text.padEnd(max + 1, 'a'));
    await press('Save');
    await waitFor(() => expect(screen.getByText(`Enter ${max} symbols maximum`)).toBeTruthy());
  };
  it('limits a company name to 240 characters [ACC-313]', limited('Company name', 240, 'a'));
  it('limits an address to 250 characters [ACC-315]', limited('Address', 250, 'a'));
  it(
    'limits a site to 128 characters [ACC-317]',
    limited('Site URL', 128, 'http://summit.example/'),
  );
});
