import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changePassword } from '@lintel/contract/identity/account';
import type { Session } from '@lintel/contract/identity/sessions';
import { button, fill, input, press, recordCalls } from '../../../test/forms.ts';
import { openPortal } from '../../../test/render-portal.tsx';
import { refusal } from '../../../test/server.ts';
import { owner, switchedStaff } from '../../../test/sessions.ts';

const open = async (session: Session = owner()): Promise<void> => {
  await openPortal('/personal-info', session);
  await screen.findByRole('group', { name: 'Password' });
};
const edit = async (): Promise<void> => {
  await open();
  await press('Edit Password');
};
const enter = async (password: string, confirmation = password): Promise<void> => {
  await fill('New password', password);
  await fill('Password confirmation', confirmation);
};

describe('the Password card', () => {
  it('recommends a change every "3-6 months" [ACC-330]', async () => {
    await open();
    expect(screen.getByText('We recommend choosing a new one every 3–6 months.')).toBeTruthy();
  });

  it('sends the new password and confirms it [ACC-414] [ACC-488]', async () => {
    await edit();
    const calls = recordCalls(changePassword);
    await enter('Slate-roof7');
    await press('Save');
    expect(await screen.findByText('Update successful!')).toBeTruthy();
    expect(calls).toEqual([
      {
        path: '/user/11/update-password',
        encoding: 'form',
        body: { id: '11', password: 'Slate-roof7' },
      },
    ]);
    expect(button('Edit Password')).toBeTruthy();
  });

  it('keeps the password when left empty [ACC-328]', async () => {
    await edit();
    const calls = recordCalls(changePassword);
    await press('Save');
    await screen.findByRole('button', { name: 'Edit Password' });
    expect(calls).toEqual([]);
  });

  it('requires the same password twice [ACC-329]', async () => {
    await edit();
    const calls = recordCalls(changePassword);
    await enter('Slate-roof7', 'Slate-roof8');
    await press('Save');
    expect(await screen.findByText('The passwords do not match')).toBeTruthy();
    expect(input('Password confirmation').getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);
  });

  it('shows and hides the input', async () => {
    await edit();
    await enter('Slate-roof7');
    await press('Show or hide the new password');
    await press('Show or hide the password confirmation');
    expect([input('New password').type, input('Password confirmation').type]).toEqual([
      'text',
      'text',
    ]);
    await press('Show or hide the new password');
    expect(input('New password').type).toBe('password');
  });

  it('shows a failure for 10 s [ACC-502]', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
    });
    await edit();
    recordCalls(changePassword, () => refusal('too_many_requests'));
    await enter('Slate-roof7');
    await press('Save');
    const words = 'Too many attempts. Please wait a moment and try again.';
    expect(await screen.findByText(words)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(8500);
    expect(screen.getByText(words)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(2500);
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  });

  it('is read-only for staff switched into the account', async () => {
    await open(switchedStaff());
    expect(screen.getByText("Only the account's owner can change its password.")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Password' })).toBeNull();
  });
});

describe('a new password', () => {
  const breaks = (password: string, message: string) => async (): Promise<void> => {
    await edit();
    await enter(password);
    const calls = recordCalls(changePassword);
    await press('Save');
    await waitFor(() => expect(input('New password').getAttribute('aria-invalid')).toBe('true'));
    expect(document.querySelector('.mantine-InputWrapper-error')?.textContent).toBe(message);
    expect(calls).toEqual([]);
  };
  it('needs 8 characters [ACC-320]', breaks('Slate-7', 'Must be at least 8 characters long'));
  it(
    'can have at most 32 characters [ACC-321]',
    breaks(`Slate-7${'x'.repeat(26)}`, 'Enter 32 symbols maximum'),
  );
  it(
    'needs a lowercase letter [ACC-322]',
    breaks('SLATE-ROOF7', 'Minimum of 1 lower case letter [a-z]'),
  );
  it(
    'needs an uppercase letter [ACC-323]',
    breaks('slate-roof7', 'Minimum of 1 upper case letter [A-Z]'),
  );
  it('needs a digit [ACC-324]', breaks('Slate-roofs', 'Minimum of 1 numeric letter [0-9]'));
  it.each(['^', '*', "'", '"', '`', 'é', '€'])(
    'can only have allowed characters, so not %s [ACC-325] [ACC-326]',
    (character) => breaks(`Slate${character}roof7`, 'Invalid character')(),
  );
  it("can't have spaces [ACC-327]", breaks('Slate roof7', "Password can't contain spaces"));

  it('can have each of the special characters [ACC-325]', async () => {
    await edit();
    const calls = recordCalls(changePassword);
    await enter('Aa1~!@#$%&()-_+={}[]|\\;:<>,.?/');
    await press('Save');
    await waitFor(() =>
      expect(calls).toMatchObject([{ body: { password: 'Aa1~!@#$%&()-_+={}[]|\\;:<>,.?/' } }]),
    );
  });

  it('has its rules checked off while typing [ACC-320] [ACC-322] [ACC-323] [ACC-324]', async () => {
    await edit();
    const state = (message: string) => screen.getByText(message).closest('li')?.dataset['state'];
    const rules = [
      'Must be at least 8 characters long',
      'Minimum of 1 lower case letter [a-z]',
      'Minimum of 1 upper case letter [A-Z]',
      'Minimum of 1 numeric letter [0-9]',
    ];
    expect(rules.map(state)).toEqual(['open', 'open', 'open', 'open']);
    await userEvent.type(input('New password'), 'Slate');
    expect(rules.map(state)).toEqual(['open', 'met', 'met', 'open']);
    await userEvent.type(input('New password'), '-roof7');
    expect(rules.map(state)).toEqual(['met', 'met', 'met', 'met']);
  });
});
