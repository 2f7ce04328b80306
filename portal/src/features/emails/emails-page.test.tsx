import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mailStaff, openEmails } from '../../test/emails.ts';

vi.setConfig({ testTimeout: 20_000 });

const tabs = async (): Promise<(string | null)[]> =>
  (await screen.findAllByRole('tab')).map((tab) => tab.textContent);
const active = (): string | null => screen.getByRole('tab', { selected: true }).textContent;

describe('the tabs of the E-mails screen', () => {
  it('are Templates and Events for staff with template access [ADM-076] [ADM-077]', async () => {
    await openEmails(mailStaff('templates'));
    expect(await tabs()).toEqual(['Templates', 'Events']);
  });

  it('are Unsubscribers alone for staff without template access [ADM-076] [ADM-077] [ADM-078]', async () => {
    await openEmails(mailStaff('unsubscribers'));
    expect(await tabs()).toEqual(['Unsubscribers']);
  });

  it('fall back to Unsubscribers when Templates is active without template access [ADM-079]', async () => {
    const { sent } = await openEmails(mailStaff('unsubscribers'), '?tab=templates');
    await screen.findByText('gone@example.com');
    expect(active()).toBe('Unsubscribers');
    expect(sent['templates']).toEqual([]);
  });

  it('stand in the address, and the address chooses one', async () => {
    const { router } = await openEmails(undefined, '?tab=unsubscribers');
    await screen.findByText('gone@example.com');
    expect(active()).toBe('Unsubscribers');
    await userEvent.click(screen.getByRole('tab', { name: 'Events' }));
    await screen.findByText('spring-offer');
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'events' }));
  });
});
