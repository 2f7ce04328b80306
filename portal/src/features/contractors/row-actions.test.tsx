import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import { contractorRow as row } from '../../test/contractors.ts';
import { renderAlone } from '../../test/render-alone.tsx';
import { calledBy, RowActions } from './row-actions.tsx';

const nobody = { hasUser: false, userId: null, user: null, cpActivation: '' } as const;
const nothing = (): void => undefined;

/** The menu items of a row. */
const readActions = async (
  change: Partial<ContractorRow>,
  accounts = true,
): Promise<(string | null)[]> => {
  const rights = { plans: true, accounts, taxForms: true };
  const tools = {
    rights,
    onSwitch: nothing,
    onEdit: nothing,
    onOpenW9: nothing,
    onCreateAccount: nothing,
    onSendConfirmation: nothing,
    onResetFactors: nothing,
  };
  const { unmount } = renderAlone(<RowActions row={row(change)} tools={tools} />);
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Summit Roofing LLC' }));
  const items = await screen.findAllByRole('menuitem', { hidden: true });
  const words = items.map(({ textContent }) => textContent);
  unmount();
  return words;
};

it('a row offers Create account only without a user, if paid, and with permission [ADM-038]', async () => {
  expect(await readActions(nobody)).toEqual(['Create account', 'Edit account']);
  expect(await readActions(nobody, false)).toEqual(['Edit account']);
  expect(await readActions({ ...nobody, paymentStatus: 'Renewed' })).toEqual(['Edit account']);
  expect(await readActions({})).not.toContain('Create account');
});

it('a row offers Send confirmation e-mail with a user whose activation is empty or in error [ADM-039]', async () => {
  expect(await readActions({ cpActivation: '' })).toEqual([
    'Send confirmation e-mail',
    'Edit account',
  ]);
  expect(await readActions({ cpActivation: { error: 'No such mailbox' } })).toEqual([
    'Send confirmation e-mail',
    'Edit account',
  ]);
  expect(await readActions(nobody)).not.toContain('Send confirmation e-mail');
});

it('a row with a second factor offers its reset to staff who may create accounts', async () => {
  expect(await readActions({ hasFactor: true })).toContain('Reset two-step verification');
  expect(await readActions({ hasFactor: true }, false)).not.toContain(
    'Reset two-step verification',
  );
  expect(await readActions({ hasFactor: false })).not.toContain('Reset two-step verification');
});

it('a row always offers Edit account [ADM-040]', async () => {
  for (const change of [{}, nobody, { paymentStatus: 'Canceled' as const }])
    expect(await readActions(change, false)).toContain('Edit account');
});

it("a row without a company uses its contact's name, so that its buttons have a label", () => {
  const nameless = { companyName: '', fullName: '', email: '' };
  expect(
    calledBy(row({ ...nameless, fullName: 'Riley Castillo', email: 'riley@example.com' })),
  ).toBe('Riley Castillo');
  expect(calledBy(row({ ...nameless, email: 'riley@example.com' }))).toBe('riley@example.com');
  expect(calledBy(row(nameless))).toBe('Contractor 7');
});
