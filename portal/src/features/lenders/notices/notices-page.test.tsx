import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  listNotices,
  markNoticeMailed,
  readNotice,
  type AdverseActionNotice,
} from '@lintel/contract/applications/adverse-action';
import { openScreen } from '../../../test/render-portal.tsx';
import { answer } from '../../../test/server.ts';
import { privileges, staff } from '../../../test/sessions.ts';

vi.setConfig({ testTimeout: 30_000 });

const notice = (change: Partial<AdverseActionNotice> = {}): AdverseActionNotice => ({
  id: 4,
  applicationId: 512,
  companyName: 'Oak & Iron Remodeling',
  lenderId: 100,
  lenderName: 'Keystone Home Credit, LLC',
  applicantName: 'Rita Route',
  kind: 'declined',
  state: 'paper',
  problem: 'undelivered',
  createdAt: '2026-03-01T18:00:00.000Z',
  dueAt: '2026-03-31T18:00:00.000Z',
  isOverdue: false,
  sentAt: null,
  mailedOn: null,
  version: 3,
  ...change,
});

const open = async () => {
  answer(listNotices, {
    data: [
      notice(),
      notice({ id: 5, applicantName: 'Sam Late', state: 'waiting', isOverdue: true }),
    ],
    total: 2,
    overdue: 1,
    soon: 0,
    paper: 1,
  });
  answer(readNotice, {
    ...notice(),
    email: 'rita@example.com',
    address: '12 Elm Street, Austin, TX',
    language: 'en',
    text: '# Notice of action taken\n\nKeystone has **denied** your application.',
    hash: 'a'.repeat(64),
    textVersion: 1,
    mailedBy: '',
  });
  return openScreen('/manage/adverse-action', staff(privileges('adverse-action:manage_access')));
};

describe('the notices of adverse action', () => {
  it('counts what staff have to do', async () => {
    await open();
    expect(await screen.findByText('1 notice overdue, 1 notice to mail on paper')).toBeTruthy();
    expect(screen.getByText('Waiting, overdue')).toBeTruthy();
  });

  it('shows a notice and records the day of mailing', async () => {
    const sent = vi.fn();
    await open();
    answer(markNoticeMailed, async (request) => {
      sent(await request.json());
      return { message: 'Mailing recorded.', notice: notice({ state: 'mailed' }) };
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Rita Route' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Notice 4' }));
    expect(await dialog.findByText('The e-mail couldn’t be delivered.')).toBeTruthy();
    expect(dialog.getByText('denied').tagName).toBe('STRONG');
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as mailed' }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith({
        on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        version: 3,
      }),
    );
  });
});
