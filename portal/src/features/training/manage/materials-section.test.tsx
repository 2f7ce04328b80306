import { describe, expect, it, vi } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listMaterials, deleteCategory, deleteMaterial } from '@lintel/contract/training/manage';
import type { Session } from '@lintel/contract/identity/sessions';
import { shownToasts } from '../../../test/toasts.ts';
import { answer, refusal, type Reply, lostConnection } from '../../../test/server.ts';
import { privileges, staff, switchedStaff } from '../../../test/sessions.ts';
import { choose, dialog, materials, openTrainingStaff } from '../../../test/training-staff.tsx';
import { MaterialsSection } from './materials-section.tsx';

vi.setConfig({ testTimeout: 30_000 });

const open = (session?: Session): URL[] => openTrainingStaff(<MaterialsSection />, session);
const grid = async (name: string) =>
  within((await screen.findAllByRole('region', { name }))[0] ?? document.body);
const button = (name: string) => screen.findByRole('button', { name });
const lastToast = () => shownToasts().at(-1);
const lastRequest = (requests: readonly URL[]): Record<string, string> =>
  Object.fromEntries(
    requests.findLast(({ pathname }) => pathname.endsWith('/materials'))?.searchParams ?? [],
  );
const deleted = (
  endpoint: typeof deleteCategory | typeof deleteMaterial,
  reply: () => Reply<typeof deleteMaterial> = () => ({ message: 'Gone' }),
): string[] => {
  const gone: string[] = [];
  answer(endpoint, (request) => {
    gone.push(new URL(request.url).pathname.replace('/api/v1', ''));
    return reply();
  });
  return gone;
};
const confirm = async (title: string): Promise<string> => {
  const question = await screen.findByRole('dialog', { name: title });
  const text = question.textContent ?? '';
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  return text;
};

describe('the categories', () => {
  it('are a table per type, with buttons to add, edit, and delete [ADM-119]', async () => {
    open();
    const onboarding = await grid('Onboarding categories');
    expect(onboarding.getByText('First steps')).toBeTruthy();
    expect(await button('ADD CATEGORY')).toBeTruthy();
    for (const name of ['Edit First steps', 'Delete First steps'])
      expect(onboarding.getByRole('button', { name })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'FAQs' }));
    expect(await (await grid('FAQs categories')).findByText('Offers')).toBeTruthy();
  });

  it('are deleted after a final confirmation', async () => {
    open();
    const gone = deleted(deleteCategory);
    await userEvent.click(await button('Delete Later steps'));
    expect(await confirm('Deleting category')).toContain('This action cannot be undone.');
    await waitFor(() => expect(gone).toEqual(['/materials/category/4']));
  });

  it("can't be deleted while they have materials, and the server's reason appears", async () => {
    open();
    deleted(deleteCategory, () => refusal('in_use'));
    await userEvent.click(await button('Delete First steps'));
    await confirm('Deleting category');
    const message = 'This is still used and cannot be deleted.';
    await waitFor(() => expect(lastToast()).toMatchObject({ message, kind: 'danger', life: 3000 }));
  });
});

describe('the materials', () => {
  it('show 25 per page by their order, in pages of 10, 25, 50, or 100 [ADM-121] [ADM-516] [ADM-517] [ADM-518]', async () => {
    const requests = open();
    const list = await grid('Materials');
    expect(lastRequest(requests)).toMatchObject({ page: '1', limit: '25', order: '+order' });
    const size = list.getByRole<HTMLSelectElement>('combobox', { name: 'Per page' });
    expect([...size.options].map(({ value }) => value)).toEqual(['10', '25', '50', '100']);
    expect(size.value).toBe('25');
    await userEvent.click(list.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(lastRequest(requests)).toMatchObject({ page: '2', limit: '25' }));
    await userEvent.selectOptions(size, '50');
    await waitFor(() => expect(lastRequest(requests)).toMatchObject({ page: '1', limit: '50' }));
  });

  it('are filtered by category [ADM-120]', async () => {
    const requests = open();
    await grid('Materials');
    await choose(screen, 'Category', 'Selling');
    await waitFor(() =>
      expect(lastRequest(requests)).toMatchObject({ 'filters[categoryId]': '2', page: '1' }),
    );
  });

  it('show their kind and their last change', async () => {
    open();
    const list = await grid('Materials');
    const rows = list.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows[1]).toBe('Your first weekFirst steps1MP44 minMar 4, 2026');
    expect(rows[2]).toContain('YouTube');
  });

  it('are deleted after the confirmation Deleting material [ADM-123]', async () => {
    open();
    const gone = deleted(deleteMaterial);
    await userEvent.click(await button('Delete Your first lead'));
    expect(await confirm('Deleting material')).toContain('“Your first lead”');
    await waitFor(() => expect(gone).toEqual(['/materials/12']));
  });

  it('name the support for 3 s when deletion fails without a server message [ADM-497]', async () => {
    open();
    deleted(deleteMaterial, lostConnection);
    await userEvent.click(await button('Delete Your first lead'));
    await confirm('Deleting material');
    const message = 'An unexpected error occurred, please contact support@localhost';
    await waitFor(() => expect(lastToast()).toMatchObject({ message, kind: 'danger', life: 3000 }));
  });

  it('open one dialog to add and another to edit [ADM-122]', async () => {
    open();
    await userEvent.click(await button('ADD MATERIAL'));
    await userEvent.click((await dialog('Add material')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await button('Edit Your first week'));
    const title = (await dialog('Edit material')).getByRole<HTMLInputElement>('textbox', {
      name: 'Title',
    });
    expect(title.value).toBe('Your first week');
  });

  it('can be retried after a failure, while the categories stay', async () => {
    open();
    answer(listMaterials, () => refusal('unexpected'));
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(await (await grid('Onboarding categories')).findByText('First steps')).toBeTruthy();
    answer(listMaterials, { data: materials, total: 2 });
    await userEvent.click(again);
    expect(await (await grid('Materials')).findByText('Your first week')).toBeTruthy();
  });
});

const settings = (...more: string[]) => privileges('manage-settings:access', ...more);
const asUser = (session: Session, held: ReturnType<typeof privileges>): Session => ({
  ...session,
  user: { ...session.user, privileges: held },
});
const modify = 'manage-settings:modify';

describe('permission to change materials', () => {
  const changes = async (session: Session): Promise<boolean> => {
    open(session);
    await (await grid('Onboarding categories')).findByText('First steps');
    return (
      screen.queryByRole('button', { name: 'ADD CATEGORY' }) !== null &&
      screen.queryByRole('button', { name: 'ADD MATERIAL' }) !== null
    );
  };

  it('requires manage-settings modify; without it they are read-only [ADM-381]', async () => {
    expect(await changes(staff(settings()))).toBe(false);
    expect(screen.queryByRole('button', { name: 'Edit First steps' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit Your first week' })).toBeNull();
  });

  it.each([
    ['only the user’s account', settings(modify), settings(), false],
    ['only the authenticated account', settings(), settings(modify), false],
    ['both accounts', settings(modify), settings(modify), true],
  ])(
    'while switched requires the privilege in both accounts: %s [ADM-389]',
    async (_who, held, authenticated, expected) => {
      expect(await changes(asUser(switchedStaff(authenticated), held))).toBe(expected);
    },
  );

  it("includes staff with the privilege and pre-prod access, regardless of the user's privileges [ADM-390]", async () => {
    const session = asUser(switchedStaff(settings(modify, 'pre-prod:access')), settings());
    expect(await changes(session)).toBe(true);
  });

  it('is not granted by pre-prod access without the privilege [ADM-390]', async () => {
    const session = asUser(switchedStaff(settings('pre-prod:access')), settings(modify));
    expect(await changes(session)).toBe(false);
  });
});
