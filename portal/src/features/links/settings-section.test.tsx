import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { readSession } from '@lintel/contract/identity/sessions';
import { readLinkSettings, saveLinkSettings } from '@lintel/contract/links/links';
import { button, fill, input, press, recordCalls } from '../../test/forms.ts';
import { renderAlone } from '../../test/render-alone.tsx';
import { answer, refusal } from '../../test/server.ts';
import { privileges, staff, staffPrivileges } from '../../test/sessions.ts';
import { LinkSettingsSection } from './settings-section.tsx';

const stored = { aDay: 100, savedAt: null, email: '' };
const open = async (held = [...staffPrivileges, ...privileges('manage-settings:modify')]) => {
  answer(readSession, staff(held));
  answer(readLinkSettings, stored);
  renderAlone(
    <Suspense>
      <LinkSettingsSection />
    </Suspense>,
  );
  await screen.findByDisplayValue('100');
};
const label = 'Messages with links per day';

it('staff change the daily limit, and an invalid number stays with its error', async () => {
  await open();
  const calls = recordCalls(saveLinkSettings, () => ({ message: 'Success!' }));
  await fill(label, '10001');
  await press('Save');
  expect(screen.getByText('Please enter a whole number from 0 to 10000.')).toBeTruthy();
  expect(calls).toHaveLength(0);
  await fill(label, '250');
  answer(readLinkSettings, { ...stored, aDay: 250, savedAt: '2026-11-25T15:00:00.000Z' });
  await press('Save');
  expect(await screen.findByText('Success!')).toBeTruthy();
  expect(calls[0]?.body).toEqual({ aDay: 250, savedAt: null });
});

it('reports a concurrent save and keeps the input', async () => {
  await open();
  answer(saveLinkSettings, () => refusal('conflict', 'Someone else changed this number.'));
  await fill(label, '50');
  await press('Save');
  expect(await screen.findByText('Someone else changed this number.')).toBeTruthy();
  expect(input(label).value).toBe('50');
  expect(button('Save')).toBeTruthy();
});

it('is read-only for staff without the privilege', async () => {
  await open(staffPrivileges);
  expect(input(label).readOnly).toBe(true);
});
