import { expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import { updateSetting } from '@lintel/contract/core/settings';
import {
  codeField,
  readCode,
  flyerSetting,
  openSettings,
  expectToast,
  writeCode,
} from '../../../test/marketing-templates.ts';
import { press, recordCalls } from '../../../test/forms.ts';
import { refusal } from '../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const stored = '{\n  "company": { "name": "Summit Roofing LLC" }\n}';
const field = 'Demo data';
const edit = async (): Promise<void> => {
  await press('Edit demo data');
  await codeField(field);
};

it('Demo data appears with its last editor and is edited as JSON text [ADM-161]', async () => {
  await openSettings();
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Demo data as JSON')).value).toBe(
    stored,
  );
  expect(
    screen.getByText('Demo data last updated: Robin Ortiz, Mar 3, 2026, 1:00 PM EST'),
  ).toBeTruthy();
  await edit();
  expect(await readCode(field)).toBe(stored);
});

it('The demo data is required [ADM-358]', async () => {
  await openSettings();
  await edit();
  await writeCode(' ', field);
  await press('Submit');
  expect(await screen.findByText('This field is required.')).toBeTruthy();
});

it('Invalid JSON in the demo data is marked at its line and not sent [ADM-359]', async () => {
  await openSettings();
  await edit();
  const sent = recordCalls(updateSetting);
  await writeCode('{\n  "company": {,}\n}', field);
  await press('Submit');
  expect(await screen.findByText('Please input a valid json')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Line 2' })).toBeTruthy();
  await writeCode('[1]', field);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Line/ })).toBeNull());
  expect(screen.getByText('Please input a valid json')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('The demo data is sent as a form with id, paramName, and demoData [ADM-461]', async () => {
  await openSettings();
  await edit();
  const sent = recordCalls(updateSetting, () => ({
    message: 'Update successful!',
    setting: flyerSetting(),
  }));
  await writeCode('{"a":1}', field);
  await press('Submit');
  await expectToast('Update successful!');
  const form = { id: '6', paramName: 'FlyerTemplate', demoData: '{"a":1}' };
  expect(sent).toEqual([{ path: '/setting/6', encoding: 'form', body: form }]);
  await waitFor(() => expect(screen.queryByRole('textbox', { name: field })).toBeNull());
});

it('Demo data rejected by the server stays in the form', async () => {
  await openSettings();
  await edit();
  recordCalls(updateSetting, () => refusal('conflict'));
  await writeCode('{"a":1}', field);
  await press('Submit');
  await expectToast('This has changed since you opened it.');
  expect(await readCode(field)).toBe('{"a":1}');
});

it('Cancel restores the stored demo data', async () => {
  await openSettings();
  await edit();
  await writeCode('{"a":1}', field);
  await press('Cancel');
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Demo data as JSON')).value).toBe(
    stored,
  );
});

it('Saving demo data requires the privilege to modify settings [ADM-380]', async () => {
  await openSettings(['settings', 'images', 'imageChanges']);
  expect(await screen.findByLabelText('Demo data as JSON')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit demo data' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
});
