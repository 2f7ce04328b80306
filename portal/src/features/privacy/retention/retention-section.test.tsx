import { describe, expect, it, vi } from 'vitest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  listRetentionRuns,
  previewRetention,
  readRetention,
  rehearseRetention,
  saveRetention,
  type RetentionRun,
} from '@lintel/contract/privacy/retention';
import { answer, refusal } from '../../../test/server.ts';
import { openSettingsScreen, retention, settingsSection } from '../../../test/settings.ts';
import { shownToasts } from '../../../test/toasts.ts';

vi.setConfig({ testTimeout: 30_000 });

const section = () => settingsSection('Retention');
const edit = async () => {
  await openSettingsScreen(['manage-settings:modify', 'manage-rules:modify']);
  await userEvent.click(await (await section()).findByRole('button', { name: 'Edit Retention' }));
  return within(await (await section()).findByRole('form', { name: 'Edit Retention' }));
};
const type = async (form: Awaited<ReturnType<typeof edit>>, label: string, value: string) => {
  const field = form.getByRole('textbox', { name: `Months for ${label}` });
  await userEvent.clear(field);
  await userEvent.type(field, value);
};
const part = { kind: 'applications', name: 'Sent applications', count: 1200 } as const;
const run: RetentionRun = {
  id: 3,
  dry: false,
  state: 'done',
  startedAt: '2026-03-04T06:23:00.000Z',
  endedAt: '2026-03-04T06:23:42.000Z',
  by: null,
  parts: [part],
  total: 1200,
  failures: 0,
  reason: '',
};

describe('the Retention section', () => {
  it('shows the months and bounds of each kind, and the data that is always kept', async () => {
    await openSettingsScreen([]);
    const view = await section();
    expect(await view.findAllByText('24 months')).toHaveLength(3);
    expect(view.getAllByText('Must be 84 to 120')[0]).toBeTruthy();
    const kept = within(
      view.getByRole('region', { name: 'Kept longer, regardless of these settings' }),
    );
    expect(kept.getByText('W-9 forms')).toBeTruthy();
    expect(view.queryByRole('button', { name: 'Edit Retention' })).toBeNull();
    expect(view.queryByRole('button', { name: 'Run a test now' })).toBeNull();
  });

  it('saves with the version the editor started from, and marks a number out of bounds', async () => {
    const form = await edit();
    const sent: unknown[] = [];
    answer(saveRetention, async (request) => {
      sent.push(await request.json());
      return refusal('invalid', { 'months.drafts': 'Please choose from 1 to 24 months.' });
    });
    await type(form, 'Applications never sent', '99');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Please choose from 1 to 24 months.')).toBeTruthy();
    const texts = Object.fromEntries(
      Object.entries(retention.months).map(([kind, months]) => [kind, String(months)]),
    );
    expect(sent).toEqual([{ months: { ...texts, drafts: '99' }, lastEdit: null }]);
  });

  it('shows a concurrent change before overwriting it', async () => {
    const form = await edit();
    const seen: unknown[] = [];
    answer(saveRetention, async (request) => {
      const body = (await request.json()) as { lastEdit?: string | null };
      seen.push(body.lastEdit);
      if (body.lastEdit === null) return refusal('conflict');
      return { message: 'Success!', settings: retention };
    });
    answer(readRetention, retention);
    await type(form, 'E-mail data', '7');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await userEvent.click(await form.findByRole('button', { name: 'Save my version' }));
    expect(await (await section()).findByRole('button', { name: 'Edit Retention' })).toBeTruthy();
    expect(seen).toEqual([null, undefined]);
  });

  it('shows what the next run would remove and what the latest runs removed', async () => {
    await openSettingsScreen([], () => {
      answer(previewRetention, { at: run.startedAt, parts: [part], total: 1200 });
      const failed = { ...run, id: 2, state: 'failed', failures: 5, reason: 'Messages: see log' };
      answer(listRetentionRuns, {
        data: [{ ...run, id: 4, dry: true, by: 'Dana Whitfield' }, run, failed as RetentionRun],
        total: 3,
      });
    });
    const view = await section();
    expect(
      await view.findByText('The next run would remove personal data from 1,200 records.'),
    ).toBeTruthy();
    const runs = within(await view.findByRole('list', { name: 'Last runs' }));
    expect(runs.getByText('Test run')).toBeTruthy();
    expect(runs.getByText('by Dana Whitfield, 42 s')).toBeTruthy();
    expect(runs.getAllByText('Sent applications: 1,200')).toHaveLength(3);
    expect(runs.getByText('Failed 5 times. Messages: see log')).toBeTruthy();
  });

  it('starts a rehearsal and lists it with the other runs', async () => {
    await openSettingsScreen(['manage-settings:modify', 'manage-rules:modify']);
    const rehearsal = { ...run, dry: true, by: 'Robin Ortiz' };
    answer(rehearseRetention, () => {
      answer(listRetentionRuns, { data: [rehearsal], total: 1 });
      return { message: 'Counted. Nothing was removed.', run: rehearsal };
    });
    const view = await section();
    await userEvent.click(await view.findByRole('button', { name: 'Run a test now' }));
    expect(await view.findByText('by Robin Ortiz, 42 s')).toBeTruthy();
    expect(shownToasts().at(-1)).toMatchObject({ message: 'Counted. Nothing was removed.' });
    expect(screen.queryByText('No run yet. The first one is tonight.')).toBeNull();
  });
});
