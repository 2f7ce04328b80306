import { describe, expect, it } from 'vitest';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { manager } from '../../test/contractors.ts';
import { readHistory } from '@lintel/contract/contractors/history';
import { type Lead, readLead, listManagers, changeLeadOwner } from '@lintel/contract/leads/lead';
import { shownToasts } from '../../test/toasts.ts';
import { press } from '../../test/forms.ts';
import { openScreen } from '../../test/render-portal.tsx';
import { at, answer, refusal, type ReplyTo } from '../../test/server.ts';
import { privileges, staff } from '../../test/sessions.ts';

const lead = (change: Partial<Lead> = {}): Lead => ({
  id: 100_002,
  contractorId: 10_002,
  companyName: 'Cedar Valley Kitchens',
  firstName: 'Riley',
  lastName: 'Castillo',
  email: 'riley@example.com',
  phone: '5555551001',
  leadSource: 'Website',
  leadFirstTouch: 'Radio',
  owner: { id: 2, fullName: 'Theo Marsh' },
  distributionSet: 'Online',
  program: 'Referral',
  partner: { id: 101, companyName: 'Summit Roofing LLC' },
  paymentStatus: 'Unpaid',
  hasUser: false,
  createdAt: '2026-03-04T18:00:00.000Z',
  createdBy: 'Avery Quinn',
  crm: { connected: false, tookAt: null },
  leadUrl: 'http://localhost/manage/leads/100002',
  ...change,
});
const people = [
  manager(1, 'Dana', 'Whitfield'),
  manager(2, 'Theo', 'Marsh'),
  manager(3, 'Sam', 'Porter'),
];
const created = {
  id: 1,
  at: '2026-03-04T18:00:00.000Z',
  text: 'Lead created',
  by: 'Avery Quinn',
  switchedInto: null,
  changes: [{ field: 'Lead owner', from: '', to: 'Theo Marsh' }],
};

/** Opens the lead page as staff. `reply` is the server's reply, which may be an error. */
async function open(reply: ReplyTo<typeof readLead> = lead()) {
  answer(at(readLead, { id: 100002 }), reply);
  answer(listManagers, { data: people, total: people.length });
  answer(at(readHistory, { id: 10002 }), { data: [created], total: 1 });
  const view = await openScreen(
    '/manage/leads/100002',
    staff(privileges('manage-contractors:access')),
  );
  await screen.findByRole('heading', { level: 1 });
  return view;
}
const owner = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Lead owner' });
const chooseOwner = async (name: string): Promise<void> => {
  await userEvent.click(await owner());
  await userEvent.click(await screen.findByRole('option', { name, hidden: true }));
};
const lastToast = () => shownToasts().at(-1);

describe('the lead page', () => {
  it('shows the contact, source, owner, and history', async () => {
    await open();
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Cedar Valley Kitchens' }),
    ).toBeTruthy();
    const words = screen.getByRole('main').textContent;
    for (const told of [
      'Lead 100002',
      'Riley Castillo',
      'Unpaid',
      'Website',
      'Radio',
      'Referral: Summit Roofing LLC (101)',
    ])
      expect(words).toContain(told);
    expect(words).toContain('Mar 4, 2026, 1:00 PM EST by Avery Quinn');
    expect(screen.getByRole('link', { name: '555-555-1001' }).getAttribute('href')).toBe(
      'tel:+15555551001',
    );
    expect(screen.getByRole('link', { name: 'riley@example.com' }).getAttribute('href')).toBe(
      'mailto:riley@example.com',
    );
    expect(screen.getByRole('link', { name: 'Show in Contractors' }).getAttribute('href')).toMatch(
      /search=.*10002/,
    );
    expect((await owner()).value).toBe('Theo Marsh');
    expect(words).toContain('Assigned by the distribution set “Online”.');
    const history = (await screen.findByText('Lead created')).closest('li');
    expect(history?.textContent).toContain('Lead owner: Theo Marsh');
    expect(words).not.toContain('CRM');
  });

  it('shows whether an external CRM has the lead', async () => {
    await open(lead({ crm: { connected: true, tookAt: '2026-03-04T18:05:00.000Z' } }));
    expect(await screen.findByText('Handed over Mar 4, 2026, 1:05 PM EST')).toBeTruthy();
  });

  it("uses the contact's name when there is no company, and the number when there is neither", async () => {
    const { unmount } = await open(lead({ companyName: '' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Riley Castillo' })).toBeTruthy();
    unmount();
    await open(lead({ companyName: '', firstName: '', lastName: '', email: '', phone: '' }));
    await owner();
    expect(screen.getByRole('heading', { level: 1, name: 'Lead 100002' })).toBeTruthy();
  });

  it('shows an unknown number as not found, with a way back', async () => {
    await open(() => refusal('not_found'));
    expect(await screen.findByText('Lead not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All contractors' }).getAttribute('href')).toBe(
      '/manage/contractors',
    );
  });
});

describe('the owner of a lead', () => {
  it('changes to another owner and sends the owner that was seen [ADM-501]', async () => {
    await open();
    const sent: unknown[] = [];
    answer(at(changeLeadOwner, { id: 100002 }), async (request) => {
      sent.push(await request.json());
      return {
        message: 'Success',
        lead: lead({ owner: { id: 1, fullName: 'Dana Whitfield' }, distributionSet: '' }),
      };
    });
    expect(screen.queryByRole('button', { name: 'Save owner' })).toBeNull();
    await chooseOwner('Dana Whitfield');
    await press('Save owner');
    await waitFor(() => expect(lastToast()).toMatchObject({ message: 'Success', kind: 'success' }));
    expect(sent).toEqual([{ ownerId: 1, from: 2 }]);
    expect((await owner()).value).toBe('Dana Whitfield');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save owner' })).toBeNull());
  });

  it("shows a colleague's concurrent change and overwrites nothing", async () => {
    await open();
    answer(at(changeLeadOwner, { id: 100002 }), () => {
      answer(at(readLead, { id: 100002 }), lead({ owner: { id: 1, fullName: 'Dana Whitfield' } }));
      return refusal('conflict', 'The owner of this lead is now Dana Whitfield.');
    });
    await chooseOwner('Sam Porter');
    await press('Save owner');
    await waitFor(() =>
      expect(lastToast()?.message).toBe('The owner of this lead is now Dana Whitfield.'),
    );
    expect((await owner()).value).toBe('Dana Whitfield');
  });
});
