import { beforeAll, describe, expect, it, vi } from 'vitest';
import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type Category,
  createCategory,
  updateCategory,
  listCategories,
} from '@lintel/contract/training/manage';
import { shownToasts } from '../../../test/toasts.ts';
import { recordCalls } from '../../../test/forms.ts';
import { at, answer, refusal, lostConnection, refusalWithNames } from '../../../test/server.ts';
import {
  categories,
  category,
  choose,
  dialog,
  loadRules,
  openTrainingStaff,
  put,
} from '../../../test/training-staff.tsx';
import { CategoryModal } from './category-modal.tsx';

vi.setConfig({ testTimeout: 30_000 });
beforeAll(loadRules);

const open = async (existing: Category | null = null) => {
  const onClose = vi.fn<() => void>();
  openTrainingStaff(<CategoryModal category={existing} type="training" onClose={onClose} />);
  const modal = await dialog(existing === null ? 'Add category' : 'Edit category');
  const submit = (): Promise<void> =>
    userEvent.click(modal.getByRole('button', { name: existing === null ? 'Add' : 'Update' }));
  return { modal, submit, onClose };
};
const saved = () => ({ message: 'Category saved', category: category() });
const toasts = () => shownToasts().map(({ message, kind, life }) => [message, kind, life]);
const unexpected = 'An unexpected error occurred, please contact support@localhost';

describe('the new category form', () => {
  it("requires a name that isn't blank, and keeps its type even when the same one is chosen again [ADM-320] [ADM-322]", async () => {
    const { modal, submit } = await open();
    const type = modal.getByRole<HTMLInputElement>('combobox', { name: 'Type' });
    expect(type.value).toBe('Training');
    await choose(modal, 'Type', 'Training');
    expect(type.value).toBe('Training');
    expect(type.required).toBe(true);
    await put(modal, 'Name', '   ');
    await submit();
    await waitFor(() => expect(modal.getAllByText('This field is required.')).toHaveLength(1));
    expect(type.getAttribute('aria-invalid')).not.toBe('true');
    expect(document.activeElement).toBe(modal.getByRole('textbox', { name: 'Name' }));
  });

  it('accepts names of 1 to 255 characters [ADM-321]', async () => {
    const calls = recordCalls(createCategory, saved);
    const { modal, submit, onClose } = await open();
    expect((await put(modal, 'Name', 'n'.repeat(300))).value).toBe('n'.repeat(255));
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls[0]?.body).toMatchObject({ name: 'n'.repeat(255), type: 'training' });
  });

  it('accepts only digits as the order, at most 3, and removes a lone 0 [ADM-324] [ADM-325]', async () => {
    const calls = recordCalls(createCategory, saved);
    const { modal, submit, onClose } = await open();
    expect((await put(modal, 'Order', '-1a2.3456')).value).toBe('123');
    expect((await put(modal, 'Order', '0')).value).toBe('');
    expect((await put(modal, 'Order', '40')).value).toBe('40');
    await put(modal, 'Name', 'Closing');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls).toEqual([
      {
        path: '/materials/category',
        encoding: 'form',
        body: { name: 'Closing', description: '', type: 'training', order: '40' },
      },
    ]);
  });
});

describe('the category editor', () => {
  it("shows its type, which can't be changed, and sends the version that was seen [ADM-323]", async () => {
    const calls = recordCalls(at(updateCategory, { id: 1 }), saved);
    const { modal, submit, onClose } = await open(category());
    const type = modal.getByRole<HTMLInputElement>('combobox', { name: 'Type' });
    expect([type.value, type.disabled]).toEqual(['Onboarding', true]);
    await put(modal, 'Name', 'Day one');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls[0]?.body).toEqual({
      name: 'Day one',
      description: 'Where to begin',
      order: '1',
      version: '3',
    });
    expect(toasts()).toEqual([['Category saved', 'success', 3000]]);
  });

  it('marks the fields that the server rejects [ADM-338]', async () => {
    const message = 'Please correct the marked fields.';
    answer(at(updateCategory, { id: 1 }), () =>
      refusalWithNames({ name: 'This name is taken.' }, ['name', 'order']),
    );
    const { modal, submit } = await open(category());
    await submit();
    expect(await modal.findByText('This name is taken.')).toBeTruthy();
    expect(modal.getByText(message)).toBeTruthy();
  });

  it('shows a general message for a rejected category [ADM-339]', async () => {
    answer(at(updateCategory, { id: 1 }), () =>
      refusal('invalid', { categoryId: 'This category does not exist.' }),
    );
    const { submit, onClose } = await open(category());
    await submit();
    await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    ["can't be reached", lostConnection],
    ['returns 500', () => refusal('unexpected')],
  ])('names the support for 3 s when the server %s [ADM-497]', async (_how, reply) => {
    answer(at(updateCategory, { id: 1 }), reply);
    const { submit } = await open(category());
    await submit();
    await waitFor(() => expect(toasts()).toEqual([[unexpected, 'danger', 3000]]));
  });

  it('reports a concurrent save, and overwrites it on request', async () => {
    answer(at(updateCategory, { id: 1 }), () => refusal('conflict'));
    const { modal, submit, onClose } = await open(category());
    const theirs = category({ version: 7, name: 'Theirs' });
    answer(listCategories, { data: [theirs, ...categories.slice(1)], total: 4 });
    await put(modal, 'Order', '9');
    await submit();
    expect((await modal.findByRole('alert')).textContent).toContain(
      'Different from your form: Name, Order.',
    );
    const calls = recordCalls(at(updateCategory, { id: 1 }), saved);
    await userEvent.click(modal.getByRole('button', { name: 'Save my version' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(calls[0]?.body).toMatchObject({ name: 'First steps', order: '9', version: '7' });
  });
});
