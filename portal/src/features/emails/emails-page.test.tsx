import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listStopped, listTexts, retryText, type TextMessage } from '@lintel/contract/texts/texts';
import { mailStaff, openEmails } from '../../test/emails.ts';
import { answer } from '../../test/server.ts';

vi.setConfig({ testTimeout: 20_000 });

const tabs = async (): Promise<(string | null)[]> =>
  (await screen.findAllByRole('tab')).map((tab) => tab.textContent);
const active = (): string | null => screen.getByRole('tab', { selected: true }).textContent;

describe('the tabs of the E-mails screen', () => {
  it('are Templates, Events, and texts for staff with template access [ADM-076] [ADM-077]', async () => {
    await openEmails(mailStaff('templates'));
    expect(await tabs()).toEqual(['Templates', 'Events', 'Text messages']);
  });

  it('are Unsubscribers, undeliverable addresses, and texts (for the stopped numbers) for staff without template access [ADM-076] [ADM-077] [ADM-078]', async () => {
    await openEmails(mailStaff('unsubscribers'));
    expect(await tabs()).toEqual(['Unsubscribers', 'Undeliverable', 'Text messages']);
  });

  it('fall back to Unsubscribers when Templates is active without template access [ADM-079]', async () => {
    const { sent } = await openEmails(mailStaff('unsubscribers'), '?tab=templates');
    await screen.findByText('gone@example.com');
    expect(active()).toBe('Unsubscribers');
    expect(sent['templates']).toEqual([]);
  });

  it('are part of the address, which selects one', async () => {
    const { router } = await openEmails(undefined, '?tab=unsubscribers');
    await screen.findByText('gone@example.com');
    expect(active()).toBe('Unsubscribers');
    await userEvent.click(screen.getByRole('tab', { name: 'Events' }));
    await screen.findByText('spring-offer');
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'events' }));
  });
});

const failed: TextMessage = {
  id: 7,
  contractor: 'Oak & Iron',
  about: 'Offers available',
  to: '(512) 555-0147',
  status: 'failed',
  segments: 1,
  encoding: 'GSM-7',
  madeAt: '2026-03-04T18:00:00.000Z',
  dueAt: null,
  reason: 'Twilio answered 21211',
  retriable: true,
};

describe('the text messages', () => {
  it('are listed with their status, and a failed one can be resent', async () => {
    const retried = vi.fn();
    await openEmails(undefined, '?tab=texts', () => {
      answer(listTexts, { data: [failed], total: 1 });
      answer(retryText, () => {
        retried();
        return { message: 'On its way' };
      });
    });
    const row = await screen.findByRole('row', { name: /Oak & Iron/ });
    for (const words of ['Offers available', '(512) 555-0147', 'Failed', 'Twilio answered 21211'])
      within(row).getByText(words);
    await userEvent.click(screen.getByRole('button', { name: /Resend to/ }));
    await waitFor(() => expect(retried).toHaveBeenCalledOnce());
  });

  it('include the stopped numbers, and only ones added by staff can be removed', async () => {
    const stop = { since: '2026-03-04T18:00:00.000Z' };
    await openEmails(undefined, '?tab=texts', () => {
      answer(listTexts, { data: [], total: 0 });
      answer(listStopped, {
        data: [
          { ...stop, id: 1, number: '(512) 555-0147', source: 'reply' },
          { ...stop, id: 2, number: '(512) 555-0148', source: 'staff' },
        ],
        total: 2,
      });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Stopped numbers' }));
    await screen.findByText('Replied STOP');
    expect(screen.getAllByRole('button', { name: /^Allow texts to/ })).toHaveLength(1);
  });

  it('show only the stopped numbers to staff with nothing but Unsubscribers', async () => {
    const requests = vi.fn();
    await openEmails(mailStaff('unsubscribers'), '?tab=texts', () => {
      answer(listTexts, () => {
        requests();
        return { data: [], total: 0 };
      });
      answer(listStopped, {
        data: [
          { id: 1, number: '(512) 555-0147', since: '2026-03-04T18:00:00.000Z', source: 'staff' },
        ],
        total: 1,
      });
    });
    await screen.findByText('(512) 555-0147');
    expect(active()).toBe('Text messages');
    expect(screen.queryByRole('button', { name: 'Messages' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Stop a number' }));
    await screen.findByRole('dialog', { name: 'Stop a number' });
    expect(requests).not.toHaveBeenCalled();
  });

  it('hide the stopped numbers from staff without Unsubscribers', async () => {
    await openEmails(mailStaff('templates'), '?tab=texts', () =>
      answer(listTexts, { data: [], total: 0 }),
    );
    await screen.findByText('No text messages');
    expect(screen.queryByRole('button', { name: 'Stopped numbers' })).toBeNull();
  });
});
