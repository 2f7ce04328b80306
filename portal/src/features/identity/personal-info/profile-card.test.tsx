import { describe, expect, it } from 'vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { saveProfile, changeEmail } from '@lintel/contract/identity/account';
import { saveContractor } from '@lintel/contract/contractors/profile';
import { type Session, readSession } from '@lintel/contract/identity/sessions';
import { shownToasts } from '../../../test/toasts.ts';
import { fill, input, press, recordCalls } from '../../../test/forms.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { at, answer, refusal } from '../../../test/server.ts';
import { owner, staff, switchedStaff } from '../../../test/sessions.ts';

/** Collects the card's requests. */
const recordSaves = () =>
  recordCalls([saveProfile, changeEmail, saveContractor], ({ url }) =>
    url.endsWith('/user/11') || url.endsWith('/user/1') ? owner().user : { message: 'Saved' },
  );
const edit = async (session: Session = owner()) => {
  const view = await openPortal('/personal-info', session);
  await screen.findByRole('group', { name: 'Profile' });
  await press('Edit Profile');
  return view;
};
const profile = () => screen.getByRole('group', { name: 'Profile' });
const closed = () => screen.findByRole('button', { name: 'Edit Profile' });

describe('the Profile card', () => {
  it('shows the stored values', async () => {
    await openPortal('/personal-info', owner());
    const words = (await screen.findByRole('group', { name: 'Profile' })).textContent;
    for (const stored of ['Priya', 'Natarajan', 'pro@demo.test', '303-555-0110'])
      expect(words).toContain(stored);
  });

  it('sends only changed names, confirms it, and the top bar has the new initials [ACC-410] [ACC-488]', async () => {
    await edit();
    const calls = recordSaves();
    await fill('First name', ' Asha ');
    const now = owner(
      [...owner().privileges],
      {},
      { firstname: 'Asha', initials: 'AN', fullName: 'Asha Natarajan' },
    );
    answer(readSession, {
      ...now,
      user: { ...now.user, firstname: 'Asha', initials: 'AN', fullName: 'Asha Natarajan' },
    });
    await press('Save');
    expect(await screen.findByText('Update successful!')).toBeTruthy();
    expect(calls).toEqual([
      {
        path: '/user/11',
        encoding: 'form',
        body: { id: '11', firstname: 'Asha', lastname: 'Natarajan' },
      },
    ]);
    expect(await screen.findByText('Asha')).toBeTruthy();
    expect(within(screen.getByRole('banner')).getByText('AN')).toBeTruthy();
  });

  it('sends only a changed phone, as multipart [ACC-311] [ACC-420]', async () => {
    await edit();
    const calls = recordSaves();
    await fill('Phone', '7205550188');
    await press('Save');
    expect(await screen.findByText('Update successful!')).toBeTruthy();
    expect(calls).toEqual([
      {
        path: '/contractor/7',
        encoding: 'multipart',
        body: { id: '7', phone: '7205550188', seen: '{"phone":"3035550110"}' },
      },
    ]);
  });

  it('saves the phone of the switched account, which is a contractor user [ACC-311] [ACC-389]', async () => {
    await edit(switchedStaff());
    const calls = recordSaves();
    await fill('Phone', '7205550188');
    await press('Save');
    await closed();
    expect(calls.map(({ path }) => path)).toEqual(['/contractor/7']);
  });

  it("can't change the e-mail of a switched account, and explains who can", async () => {
    await edit(switchedStaff());
    expect(input('E-mail').readOnly).toBe(true);
    expect(profile().textContent).toContain("Only the account's owner can change its e-mail.");
    await press('Cancel');
    cleanup();
    await edit();
    expect(input('E-mail').readOnly).toBe(false);
  });

  it('has no phone for staff [ACC-311]', async () => {
    await edit(staff());
    const calls = recordSaves();
    await fill('Last name', 'Quinn-Ames');
    await press('Save');
    await closed();
    expect(calls).toEqual([
      {
        path: '/user/1',
        encoding: 'form',
        body: { id: '1', firstname: 'Avery', lastname: 'Quinn-Ames' },
      },
    ]);
  });

  it('sends nothing without changes', async () => {
    await edit();
    const calls = recordSaves();
    await press('Save');
    await closed();
    expect(calls).toEqual([]);
  });

  it('requests the new e-mail, keeps the old one, and shows the pending confirmation [ACC-221] [ACC-412] [ACC-489]', async () => {
    await edit();
    const calls = recordSaves();
    await fill('E-mail', 'priya@summit.example');
    await press('Save');
    expect(
      await screen.findByText(
        'Update successful! We sent an email with a link to confirm changing email.',
      ),
    ).toBeTruthy();
    expect(calls).toEqual([
      {
        path: '/user/11/update-email',
        encoding: 'form',
        body: { id: '11', email: 'priya@summit.example' },
      },
    ]);
    expect(profile().textContent).toContain('pro@demo.test');
    expect(screen.getByText('Waiting for priya@summit.example to be confirmed')).toBeTruthy();
  });

  it('marks an e-mail that is in use, shows the error until closed, and saves nothing else [ACC-413] [ACC-476] [ACC-477]', async () => {
    await edit();
    const calls = recordCalls([saveProfile, saveContractor]);
    answer(at(changeEmail, { id: 11 }), () => refusal('email_already_used'));
    await fill('First name', 'Asha');
    await fill('E-mail', 'brand@demo.test');
    await press('Save');
    await waitFor(() =>
      expect(screen.getAllByText('This e-mail is already used by another account.')).toHaveLength(
        2,
      ),
    );
    expect(input('E-mail').getAttribute('aria-invalid')).toBe('true');
    expect(shownToasts().at(-1)).toMatchObject({ kind: 'danger', life: false });
    await waitFor(() => expect(document.activeElement).toBe(input('E-mail')));
    expect(calls).toEqual([]);
    expect(input('First name').value).toBe('Asha');
  });

  it('shows the saved names even if saving the phone failed', async () => {
    await edit();
    answer(at(saveProfile, { id: 11 }), () => {
      const user = { ...owner().user, firstname: 'Asha' };
      answer(readSession, { ...owner(), user });
      return user;
    });
    answer(at(saveContractor, { id: 7 }), () => refusal('conflict'));
    await fill('First name', 'Asha');
    await fill('Phone', '7205550188');
    await press('Save');
    await screen.findByText('This has changed since you opened it.');
    await press('Cancel');
    expect(await screen.findByText('Asha')).toBeTruthy();
  });
});

describe('the fields of the Profile card', () => {
  const required = (label: string) => async (): Promise<void> => {
    await edit();
    await fill(label, '');
    await press('Save');
    expect(await screen.findByText('This field is required.')).toBeTruthy();
    expect(input(label).getAttribute('aria-invalid')).toBe('true');
  };
  it('require a first name [ACC-300]', required('First name'));
  it('require a last name [ACC-301]', required('Last name'));
  it('require an e-mail [ACC-305]', required('E-mail'));
  it("require a contractor's phone [ACC-307]", required('Phone'));

  it('limit the length of names and e-mail [ACC-302] [ACC-303] [ACC-306]', async () => {
    await edit();
    expect(['First name', 'Last name', 'E-mail'].map((label) => input(label).maxLength)).toEqual([
      100, 100, 250,
    ]);
    for (const [label, text, message] of [
      ['First name', 'a'.repeat(101), 'Enter 100 symbols maximum'],
      ['Last name', 'a'.repeat(101), 'Enter 100 symbols maximum'],
      ['E-mail', `${'a'.repeat(240)}@demo.test`.padStart(251, 'a'), 'Enter 250 symbols maximum'],
    ] as const) {
      input(label).removeAttribute('maxlength');
      await fill(label, text);
      await press('Save');
      expect(await screen.findByText(message), label).toBeTruthy();
      await fill(label, label === 'E-mail' ? 'pro@demo.test' : 'Priya');
      await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    }
  });

  it('explain the characters allowed in a name [ACC-299]', async () => {
    await edit();
    await fill('First name', 'R2-D2');
    await fill('Last name', 'Smith & Sons');
    await press('Save');
    expect(
      await screen.findAllByText(
        'Please use letters A to Z, dash, apostrophe, period or space only.',
      ),
    ).toHaveLength(2);
  });

  it('mark an invalid e-mail [ACC-304]', async () => {
    await edit();
    await fill('E-mail', 'nobody');
    await press('Save');
    expect(await screen.findByText('The Email is in invalid format')).toBeTruthy();
  });

  it('mask the phone 3-3-4, allow only digits, and count them [ACC-308] [ACC-309] [ACC-310]', async () => {
    await edit();
    expect(input('Phone').value).toBe('303-555-0110');
    expect(screen.getByText('10/10')).toBeTruthy();
    await userEvent.clear(input('Phone'));
    await userEvent.type(input('Phone'), '72o0-55x51');
    expect(
      input('Phone')
        .value.trim()
        .replace(/[-\s]+$/, ''),
    ).toBe('720-555-1');
    expect(input('Phone').inputMode).toBe('numeric');
    expect(screen.getByText('7/10')).toBeTruthy();
    await press('Save');
    expect(await screen.findByText('Please enter a 10-digit number.')).toBeTruthy();
    await userEvent.type(input('Phone'), '88999');
    expect(input('Phone').value).toBe('720-555-1889');
  });

  it('reject a pasted phone that is too long instead of truncating it', async () => {
    await edit();
    await userEvent.clear(input('Phone'));
    await userEvent.click(input('Phone'));
    await userEvent.paste('+52 55 1234 5678');
    expect(screen.getByText('12/10')).toBeTruthy();
    await press('Save');
    expect(await screen.findByText('Please enter a 10-digit number.')).toBeTruthy();
  });

  it('accept a pasted phone with the country code', async () => {
    await edit();
    await userEvent.clear(input('Phone'));
    await userEvent.click(input('Phone'));
    await userEvent.paste('+1 (720) 555-0188');
    expect(input('Phone').value).toBe('720-555-0188');
  });

  it.each(['+52 55 1234 5678', '303-555-0110 ext. 5', '0000000000'])(
    'keep a pasted phone without exactly ten digits, and mark it (%s)',
    async (pasted) => {
      await edit();
      await userEvent.clear(input('Phone'));
      await userEvent.click(input('Phone'));
      await userEvent.paste(pasted);
      const onlyDigits = (text: string): string => text.replace(/\D/g, '');
      expect(onlyDigits(input('Phone').value)).toBe(onlyDigits(pasted));
      await press('Save');
      expect(await screen.findByText('Please enter a 10-digit number.')).toBeTruthy();
      await userEvent.clear(input('Phone'));
      await userEvent.type(input('Phone'), '3035550110');
      expect(input('Phone').value).toBe('303-555-0110');
    },
  );
});
