import { expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  readSelfCheck,
  runSelfCheck,
  type SelfCheckReport,
} from '@lintel/contract/setup/self-check';
import { openScreen } from '../../test/render-portal.tsx';
import { answer } from '../../test/server.ts';
import { privileges, staff } from '../../test/sessions.ts';

const report: SelfCheckReport = {
  at: '2026-03-04T18:00:00.000Z',
  version: '1.1.0',
  commit: 'abcdef0123',
  results: [
    { name: 'database', label: 'Database', status: 'ok', found: 'PostgreSQL 17.2', advice: '' },
    {
      name: 'disk',
      label: 'Disk',
      status: 'fail',
      found: '0.1 GB are free',
      advice: 'See docs/operations/runbook.md#disk-is-full.',
    },
  ],
};

it('shows what was found and what to do, after the first check', async () => {
  answer(readSelfCheck, { report: null });
  await openScreen('/manage/health', staff(privileges('manage-setup:access')));
  expect(await screen.findByText('Not checked yet')).toBeTruthy();
  answer(runSelfCheck, { report });
  answer(readSelfCheck, { report });
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
  const disk = (await screen.findByRole('heading', { name: 'Disk' })).closest('li');
  expect(within(disk!).getByText('Failing')).toBeTruthy();
  expect(within(disk!).getByText('0.1 GB are free')).toBeTruthy();
  expect(within(disk!).getByText(/runbook\.md#disk-is-full/)).toBeTruthy();
  expect(screen.getByText('Checked 03/04/2026, 1:00 PM EST. Version 1.1.0 (abcdef0)')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy();
});
