import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type EndpointSpec } from '@lintel/contract/core/endpoint';
import { deleteSet, saveSet, saveOwners, assignSources } from '@lintel/contract/leads/distribution';
import { shownToasts } from '../../../test/toasts.ts';
import { readOptions } from '../../../test/emails.ts';
import { openLeadSettings, set } from '../../../test/leads.ts';
import { answer, at, type AnswerValue } from '../../../test/server.ts';

vi.setConfig({ testTimeout: 30_000 });

const section = async () =>
  within(await screen.findByRole('region', { name: 'Lead distribution' }));
const lastToast = () => shownToasts().at(-1);
const rows = async () =>
  within(await (await section()).findByRole('table'))
    .getAllByRole('row')
    .slice(1);
const open = async (button: string, title: string) => {
  await openLeadSettings();
  await rows();
  const found = await (await section()).findByRole('button', { name: button });
  await waitFor(() => expect(found.hasAttribute('disabled')).toBe(false));
  await userEvent.click(found);
  return within(await screen.findByRole('dialog', { name: title }));
};
const submit = (modal: Awaited<ReturnType<typeof open>>) =>
  modal.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
const recordBodies = <const Spec extends EndpointSpec>(spec: Spec, reply: AnswerValue<Spec>) => {
  const bodies: unknown[] = [];
  answer(spec, async (request) => {
    bodies.push(await request.json());
    return reply;
  });
  return bodies;
};
const saved = { message: 'Success!', set: set() };
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('the lead distribution section', () => {
  it('requires manage-settings modify and manage-lead-distribution access [ADM-383] [ADM-385]', async () => {
    await openLeadSettings(['manage-settings:modify', 'manage-lead-fields:access']);
    expect(screen.queryByRole('region', { name: 'Lead distribution' })).toBeNull();
  });

  it('shows each set with its sources, owners, and unassigned share [ADM-135] [ADM-136] [ADM-137] [ADM-138] [ADM-139] [ADM-140] [ADM-141]', async () => {
    await openLeadSettings();
    const [online, field] = await rows();
    expect(online?.textContent).toContain(
      'Online6Website, Search ad, Social media, Webinar, Podcast...',
    );
    expect(online?.textContent).toContain('Dana Whitfield 60%Theo Marsh 40%0%');
    expect(field?.textContent).toContain('Field1Home showNo one100%');
    expect((await section()).getByRole('columnheader', { name: 'Not distributed' })).toBeTruthy();
    for (const name of ['Edit owners Online', 'Edit set Online', 'Delete set Online'])
      expect((await section()).getByRole('button', { name })).toBeTruthy();
  });

  it('counts sources that are in no set [ADM-148] [ADM-450]', async () => {
    await openLeadSettings();
    expect(await (await section()).findByText("2 lead sources aren't assigned")).toBeTruthy();
  });

  it('deletes a set after a final confirmation [ADM-142] [ADM-449] [ADM-507]', async () => {
    await openLeadSettings();
    await rows();
    const deleted: string[] = [];
    answer(deleteSet, (request) => {
      deleted.push(new URL(request.url).pathname);
      return { success: true, message: 'Successful' };
    });
    await userEvent.click((await section()).getByRole('button', { name: 'Delete set Field' }));
    const dialog = await screen.findByRole('dialog', { name: 'Deleting lead distribution set' });
    expect(dialog.textContent).toContain('This action cannot be undone.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(deleted).toEqual(['/api/v1/setting/lead-distribution/2']));
  });
});

describe('the set form', () => {
  it('creates a set with a normalized name and at least one source [ADM-144] [ADM-345] [ADM-346] [ADM-347] [ADM-348] [ADM-446]', async () => {
    const modal = await open('NEW SET', 'New set');
    const name = modal.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
    expect(name.maxLength).toBe(50);
    await userEvent.click(submit(modal));
    expect(await modal.findByText('This field is required.')).toBeTruthy();
    expect(modal.getByText('- at least one lead source must be selected')).toBeTruthy();
    await userEvent.click(name);
    await userEvent.paste('  Word   of mouth ');
    await userEvent.click(await modal.findByRole('checkbox', { name: 'Referral' }));
    expect(name.value).toBe('Word of mouth');
    const bodies = recordBodies(saveSet, saved);
    await userEvent.click(submit(modal));
    await closed();
    expect(bodies).toEqual([{ title: 'Word of mouth', leadSources: [8] }]);
  });

  it('edits a set with its own sources and those in no set [ADM-143] [ADM-446]', async () => {
    const modal = await open('Edit set Field', 'Edit set');
    expect(
      (await modal.findByRole<HTMLInputElement>('checkbox', { name: 'Home show' })).checked,
    ).toBe(true);
    await userEvent.click(await modal.findByRole('checkbox', { name: 'Fax (hidden)' }));
    expect(modal.queryByRole('checkbox', { name: 'Website' })).toBeNull();
    const bodies = recordBodies(saveSet, saved);
    await userEvent.click(submit(modal));
    await closed();
    expect(bodies).toEqual([{ id: 2, title: 'Field', leadSources: [7, 9], version: 3 }]);
  });

  it("shows the server's error as a danger toast and stays open [ADM-498]", async () => {
    const modal = await open('Edit set Field', 'Edit set');
    recordBodies(saveSet, {
      error: 'in_use',
      message: 'The set is busy',
      set: set(),
    });
    await userEvent.click(submit(modal));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ message: 'The set is busy', kind: 'danger' }),
    );
    expect(screen.getByRole('dialog', { name: 'Edit set' })).toBeTruthy();
  });
});

describe('the owners form', () => {
  const percent = (modal: Awaited<ReturnType<typeof open>>, name: string) =>
    modal.getByRole<HTMLInputElement>('textbox', { name: `Percentage for ${name}` });
  const put = async (
    modal: Awaited<ReturnType<typeof open>>,
    name: string,
    text: string,
  ): Promise<void> => {
    await userEvent.clear(percent(modal, name));
    await userEvent.type(percent(modal, name), text);
  };

  it('accepts whole percents from 0 to 100 and resets an owner who is unticked [ADM-145] [ADM-349] [ADM-350] [ADM-351]', async () => {
    const modal = await open('Edit owners Online', 'Lead owner');
    await modal.findByRole('checkbox', { name: 'Dana Whitfield' });
    expect(percent(modal, 'Dana Whitfield').value).toBe('60%');
    for (const wrong of ['-4', '4.5', '1234', '101']) {
      await put(modal, 'Dana Whitfield', wrong);
      expect(modal.getByText('Enter a whole number from 0 to 100.')).toBeTruthy();
    }
    await put(modal, 'Dana Whitfield', '100');
    await userEvent.tab();
    expect(modal.queryByText('Enter a whole number from 0 to 100.')).toBeNull();
    expect(percent(modal, 'Dana Whitfield').value).toBe('100%');
    await userEvent.click(modal.getByRole('checkbox', { name: 'Dana Whitfield' }));
    await waitFor(() => expect(percent(modal, 'Dana Whitfield').value).toBe('0%'));
  });

  it('shows the assigned total and submits only at 100% [ADM-234] [ADM-352] [ADM-353] [ADM-354] [ADM-355] [ADM-447]', async () => {
    const modal = await open('Edit owners Field', 'Lead owner');
    const dana = await modal.findByRole('checkbox', { name: 'Dana Whitfield' });
    expect(modal.getByText('Please distribute the leads among lead owners')).toBeTruthy();
    expect(submit(modal).disabled).toBe(true);
    await userEvent.click(dana);
    await put(modal, 'Dana Whitfield', '70');
    expect(
      await modal.findByText('70% of leads are distributed, please distribute the rest 30%'),
    ).toBeTruthy();
    await userEvent.click(modal.getByRole('checkbox', { name: 'Theo Marsh' }));
    await put(modal, 'Theo Marsh', '40');
    expect(
      await modal.findByText('The number of distributed leads cannot exceed 100%'),
    ).toBeTruthy();
    expect(submit(modal).disabled).toBe(true);
    await put(modal, 'Theo Marsh', '30');
    expect(await modal.findByText('100% of leads are distributed')).toBeTruthy();
    const got = modal.getByRole('list', { name: 'What each owner would get' });
    expect(got.textContent).toBe('Dana Whitfield 14Theo Marsh 6');
    const bodies = recordBodies(at(saveOwners, { id: 2 }), saved);
    await userEvent.click(submit(modal));
    await closed();
    expect(bodies).toEqual([
      {
        id: 2,
        leadOwners: [
          { id: 1, percent: 70 },
          { id: 2, percent: 30 },
        ],
        version: 3,
      },
    ]);
  });
});

describe('the form that assigns sources', () => {
  it('lists the sources in no set with a choice of sets, and sends the choices [ADM-146] [ADM-147] [ADM-448]', async () => {
    const modal = await open('ASSIGN LEAD SOURCES', 'Assign lead sources');
    const choice = await modal.findByRole('combobox', { name: 'Set for Referral' });
    expect(modal.getByRole('combobox', { name: 'Set for Fax' })).toBeTruthy();
    await userEvent.click(choice);
    await waitFor(() =>
      expect(readOptions(choice).map(({ textContent }) => textContent)).toEqual([
        'Online',
        'Field',
      ]),
    );
    await userEvent.click(readOptions(choice)[1] ?? document.body);
    const bodies = recordBodies(assignSources, { message: 'Success!' });
    await userEvent.click(submit(modal));
    await closed();
    expect(bodies).toEqual([{ leadSources: [{ leadSourceId: 8, leadDistributionId: 2 }] }]);
  });

  it('closes when nothing is chosen [ADM-149]', async () => {
    const modal = await open('ASSIGN LEAD SOURCES', 'Assign lead sources');
    await modal.findByRole('combobox', { name: 'Set for Referral' });
    const bodies = recordBodies(assignSources, saved);
    await userEvent.click(submit(modal));
    await closed();
    expect(bodies).toEqual([]);
  });
});
