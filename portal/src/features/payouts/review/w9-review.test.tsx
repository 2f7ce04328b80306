import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readPayoutMethod } from '@lintel/contract/payouts/method';
import {
  type ReviewedW9,
  type W9InLine,
  listW9s,
  readW9ForReview,
  reviewW9,
} from '@lintel/contract/payouts/w9';
import { recordCalls, type SentRequest } from '../../../test/forms.ts';
import { method, reviewed } from '../../../test/payouts.ts';
import { openScreen } from '../../../test/render-portal.tsx';
import { answer, refusal } from '../../../test/server.ts';
import { privileges, staff } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const waiting: W9InLine = {
  id: 100,
  contractorId: 7,
  companyName: 'Summit Roofing LLC',
  fullName: 'Priya Natarajan',
  status: 'Pending',
  isDifferent: false,
  submittedAt: '2026-11-03T15:12:00.000Z',
};
const differing = [{ field: 'name' as const, form: 'P. Natarajan', contractor: 'Priya Natarajan' }];

// Preload lazy code: on a busy machine it takes longer than a test waits.
beforeAll(async () => {
  await Promise.all([import('../manage/manage-page.tsx'), import('./w9-review-modal.tsx')]);
});

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

/** Opens the review from the list of waiting forms. */
async function review(form: ReviewedW9): Promise<HTMLElement> {
  const { router } = await openScreen('/', staff(privileges('payout-tax:manage_access')));
  answer(listW9s, { data: [waiting], total: 1 });
  answer(readW9ForReview, form);
  answer(readPayoutMethod, method());
  await router.navigate({ href: '/manage/payouts?tab=w9' });
  await userEvent.click(await screen.findByRole('button', { name: 'Review Summit Roofing LLC' }));
  const dialog = await screen.findByRole('dialog', { name: 'W-9 review' });
  await within(dialog).findByRole('button', { name: 'Save' });
  return dialog;
}

const taken = (): SentRequest[] =>
  recordCalls(reviewW9, () => {
    const { form: _form, ...w9 } = reviewed();
    return { message: 'The W-9 form was reviewed.', w9 };
  });
const skip = (dialog: HTMLElement): HTMLInputElement =>
  within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'Skip all differences' });

describe('the review of a W-9', () => {
  it("is unavailable to staff who don't review tax forms", async () => {
    const { router } = await openScreen('/', staff(privileges('payout-tax:manage_access')));
    answer(listW9s, { data: [waiting], total: 1 });
    answer(readW9ForReview, () => refusal('access_denied'));
    await router.navigate({ href: '/manage/payouts?tab=w9' });
    await userEvent.click(await screen.findByRole('button', { name: 'Review Summit Roofing LLC' }));
    expect(
      await screen.findByText('Tax forms are reviewed by staff who manage payouts.'),
    ).toBeTruthy();
  });

  it("shows the form, its status, and the contractor's bank details [ADM-075] [ADM-419] [ADM-420]", async () => {
    const dialog = await review(reviewed());
    expect(
      await within(dialog).findByRole('img', { name: 'First page of the W-9 form' }),
    ).toBeTruthy();
    expect(
      await within(dialog).findByText('First Harbor Bank, ****6789 (Summit Roofing LLC)'),
    ).toBeTruthy();
    for (const text of [
      'Individual/sole proprietor',
      '•••-••-6789',
      '40 Granite Way, Denver, CO 80202',
    ])
      expect(dialog.textContent).toContain(text);
    expect(within(dialog).getByRole('button', { name: 'Open the PDF' })).toBeTruthy();
  });

  it('offers Pending, Verified and Rejected [ACC-212]', async () => {
    const dialog = await review(reviewed());
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).value),
    ).toEqual(['Pending', 'Verified', 'Rejected']);
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Pending' }).checked).toBe(
      true,
    );
  });

  it('can skip differences only if there are any [ACC-213] [ACC-214]', async () => {
    expect(skip(await review(reviewed())).disabled).toBe(true);
  });

  it('lists the differences and skips them when that is ticked [ACC-213] [ACC-214] [ACC-442] [ADM-421]', async () => {
    const dialog = await review(reviewed({ fullName: 'P. Natarajan', differences: differing }));
    expect(within(dialog).getByText('The names differ')).toBeTruthy();
    const calls = taken();
    expect(skip(dialog).disabled).toBe(false);
    await userEvent.click(skip(dialog));
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Verified' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The W-9 form was reviewed.')).toBeTruthy();
    expect(calls).toEqual([
      {
        path: '/manage/contractor/7/w9',
        encoding: 'form',
        body: { id: '7', version: '3', status: 'Verified', skipDifferences: '1', reason: '' },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('submits the reason for a rejection', async () => {
    const dialog = await review(reviewed());
    const calls = taken();
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Rejected' }));
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Wrong number');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({
        status: 'Rejected',
        skipDifferences: '0',
        reason: 'Wrong number',
      }),
    );
  });

  it('shows in red why a decision was rejected, and stays open [ACC-495]', async () => {
    const dialog = await review(reviewed({ differences: differing }));
    const message = 'The name differs. Tick “Skip all differences”.';
    answer(reviewW9, () => refusal('invalid', { skipDifferences: message }));
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Verified' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    const errorElement = await within(dialog).findByText(message);
    expect(errorElement.style.color).toBe('var(--mantine-color-error)');
  });
});
