import { expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  checkStep,
  openToPublic,
  readChecklist,
  type Checklist,
  type ChecklistStep,
} from '@lintel/contract/setup/checklist';
import {
  readProviderSettings,
  saveProviderSettings,
  type ShownGroup,
} from '@lintel/contract/setup/provider-settings';
import { setupStepNames } from '@lintel/contract/setup/steps';
import { browserPage } from '../../lib/reload.ts';
import { openScreen } from '../../test/render-portal.tsx';
import { answer, refusal } from '../../test/server.ts';
import { privileges, staff } from '../../test/sessions.ts';

vi.setConfig({ testTimeout: 30_000 });

const step = (change: Partial<ChecklistStep>): ChecklistStep => ({
  step: 'brand',
  state: 'done',
  problems: [],
  testMode: [],
  check: null,
  ...change,
});
const checklist = (change: Partial<Checklist> = {}): Checklist => ({
  isOpen: false,
  reason: '',
  canOpen: false,
  steps: setupStepNames.map((name) =>
    name === 'email'
      ? step({ step: name, state: 'attention', problems: ['Run the check.'] })
      : step({
          step: name,
          testMode: name === 'payments' ? ['Payments are simulated.'] : [],
        }),
  ),
  ...change,
});

const payments: ShownGroup = {
  group: 'payments',
  version: 3,
  problem: '',
  lastEdit: null,
  lastEditor: '',
  settings: [
    {
      name: 'PAYMENTS',
      value: 'stripe',
      isSet: true,
      lastFour: null,
      source: 'environment',
    },
    {
      name: 'STRIPE_SECRET_KEY',
      value: null,
      isSet: true,
      lastFour: '1234',
      source: 'portal',
    },
    {
      name: 'STRIPE_PUBLISHABLE_KEY',
      value: 'pk_test_1',
      isSet: true,
      lastFour: null,
      source: 'portal',
    },
  ],
};

const administrator = () => staff(privileges('manage-setup:access', 'manage-setup:modify'));
const open = async (path: string, list = checklist(), session = administrator()) => {
  answer(readChecklist, list);
  answer(readProviderSettings, { groups: [payments] });
  return openScreen(path, session);
};

it('lists the steps with what is left, and offers to go live only when all are done', async () => {
  await open('/manage/setup');
  const email = (await screen.findByRole('link', { name: 'E-mail' })).closest('li');
  expect(within(email!).getByText('Needs attention')).toBeTruthy();
  expect(within(email!).getByText('Run the check.')).toBeTruthy();
  expect(screen.getByText('1 required step is left.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Go live' })).toHaveProperty('disabled', true);
});

it('going live names what is in test mode', async () => {
  const reload = vi.spyOn(browserPage, 'reload').mockImplementation(() => {});
  const done = checklist({ canOpen: true });
  await open('/manage/setup', done);
  await userEvent.click(await screen.findByRole('button', { name: 'Go live' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Payments are simulated.')).toBeTruthy();
  answer(openToPublic, { message: 'You’re live', checklist: { ...done, isOpen: true } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Go live' }));
  await waitFor(() => expect(reload).toHaveBeenCalled());
});

it('a setting of the environment is locked and names its variable, and only changes are sent', async () => {
  await open('/manage/setup/payments');
  expect(
    await screen.findByText('Set by the environment variable PAYMENTS. Change it there.'),
  ).toBeTruthy();
  const secret = await screen.findByLabelText('Stripe secret key');
  expect(secret).toHaveProperty('value', '');
  expect(secret).toHaveProperty(
    'placeholder',
    'Set, ends in 1234. Enter a new value to replace it.',
  );
  await userEvent.type(secret, 'wrong');
  const sent = vi.fn<(body: unknown) => void>();
  answer(saveProviderSettings, async (request) => {
    sent(await request.json());
    return refusal('invalid', { STRIPE_SECRET_KEY: 'Must be a key.' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Must be a key.')).toBeTruthy();
  expect(sent).toHaveBeenCalledWith({ values: { STRIPE_SECRET_KEY: 'wrong' }, version: 3 });
});

it('a secret is removed when the form is saved', async () => {
  await open('/manage/setup/payments');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Stripe secret key' }));
  const sent = vi.fn<(body: unknown) => void>();
  answer(saveProviderSettings, async (request) => {
    sent(await request.json());
    return { message: 'Saved', group: payments };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith({ values: { STRIPE_SECRET_KEY: '' }, version: 3 }),
  );
});

it('a check shows its result with time and name', async () => {
  await open('/manage/setup/email');
  expect(await screen.findByText('Not checked yet.')).toBeTruthy();
  const checked = checklist();
  const steps = checked.steps.map((one) =>
    one.step === 'email'
      ? {
          ...one,
          check: {
            ok: false,
            message: 'The mail server doesn’t answer.',
            at: '2026-03-04T18:00:00.000Z',
            by: 'Ann Lee',
          },
        }
      : one,
  );
  answer(readChecklist, { ...checked, steps });
  answer(checkStep, { checklist: { ...checked, steps } });
  await userEvent.click(screen.getByRole('button', { name: 'Run check' }));
  expect(await screen.findByText('The mail server doesn’t answer.')).toBeTruthy();
  expect(screen.getByText('03/04/2026, 1:00 PM EST, by Ann Lee')).toBeTruthy();
});

it('staff who may only look have no buttons', async () => {
  await open('/manage/setup/payments', checklist(), staff(privileges('manage-setup:access')));
  await screen.findByLabelText('Stripe secret key');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Run check' })).toBeNull();
});
