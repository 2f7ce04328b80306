import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { readSession } from '@lintel/contract/identity/sessions';
import { readLinkLimit, saveLinkLimit } from '@lintel/contract/links/links';
import { fill, input, press, recordCalls } from '../../test/forms.ts';
import { renderAlone } from '../../test/render-alone.tsx';
import { answer, at, refusal } from '../../test/server.ts';
import { staff } from '../../test/sessions.ts';
import { ContractorLinkLimit } from './contractor-limit.tsx';

const none = { aDay: null, ofAll: 100, savedAt: null, email: '' };
const label = 'Messages with links per day';
async function open(mayChange = true) {
  answer(readSession, staff());
  answer(at(readLinkLimit, { id: 7 }), none);
  renderAlone(<ContractorLinkLimit contractorId={7} mayChange={mayChange} />);
  await screen.findByRole('textbox', { name: label });
}

it('staff set and remove a limit for one contractor', async () => {
  await open();
  const save = at(saveLinkLimit, { id: 7 });
  const calls = recordCalls(save, () => ({ message: 'Success!' }));
  await fill(label, '10001');
  await press('Save');
  expect(screen.getByText('Please enter a whole number from 0 to 10000.')).toBeTruthy();
  expect(calls).toHaveLength(0);
  await fill(label, '250');
  const savedAt = '2026-11-25T15:00:00.000Z';
  answer(at(readLinkLimit, { id: 7 }), { ...none, aDay: 250, savedAt });
  await press('Save');
  await screen.findByDisplayValue('250');
  await fill(label, '');
  answer(at(readLinkLimit, { id: 7 }), { ...none, savedAt });
  await press('Save');
  expect(calls.map(({ body }) => body)).toEqual([
    { aDay: 250, savedAt: null },
    { aDay: null, savedAt },
  ]);
});

it('reports a concurrent save and keeps the input', async () => {
  await open();
  answer(at(saveLinkLimit, { id: 7 }), () =>
    refusal('conflict', 'Someone else changed this number.'),
  );
  await fill(label, '50');
  await press('Save');
  expect(await screen.findByText('Someone else changed this number.')).toBeTruthy();
  expect(input(label).value).toBe('50');
});

it("is read-only for staff who can't change plans", async () => {
  await open(false);
  expect(input(label).readOnly).toBe(true);
});
