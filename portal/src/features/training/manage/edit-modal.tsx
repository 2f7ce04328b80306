import { useState, type ReactNode } from 'react';
import { Modal, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { ZodType } from 'zod';
import { maxOrderDigits } from '@lintel/contract/training-constants';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ChangedNotice } from '../../../lib/edit-form/changed-notice.tsx';
import { differing, type Labels } from '../../../lib/edit-form/differing.ts';
import { useNewer, type Stored } from '../../../lib/edit-form/use-newer.ts';
import { closeForm } from '../../../lib/form/ask-first.ts';
import { useUnsaved } from '../../../lib/form/unsaved.tsx';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { tellAndThrow, trainingKey } from './requests.ts';
import classes from './material-form.module.css';

/** The digits of what was typed or pasted, at most so many. */
export const digitsIn = (typed: string, most: number): string =>
  typed.replace(/\D/g, '').slice(0, most);

interface Options<Item extends Stored, Values extends object, Schema extends ZodType> {
  /** What is changed; null makes a new one. */
  item: Item | null;
  valuesOf: (item: Item | null) => Values;
  labels: Labels<Values>;
  rules: () => Promise<Schema>;
  /** Null is a new one. */
  save: (seen: Stored | null, values: Values) => Promise<{ message: string }>;
  /** Reads what is stored now. */
  find: (id: number) => Promise<Item | undefined>;
  onSaved: () => void;
}

const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'conflict';

/**
 * The form of a category or a material: its fields by the contract's rules, and what to do when
 * somebody else was faster.
 */
export function useEditForm<Item extends Stored, Values extends object, Schema extends ZodType>(
  options: Options<Item, Values, Schema>,
) {
  const { item, valuesOf, labels, rules, save, find, onSaved } = options;
  const client = useQueryClient();
  const [base, setBase] = useState(() => valuesOf(item));
  const newer = useNewer(item, async () => {
    const stored = item && (await find(item.id));
    return stored ? [stored] : [];
  });
  const used = useContractForm({
    initial: base,
    rules,
    onSubmit: async (_sent, values) => {
      newer.forget();
      const { message } = await save(newer.seen(), values).catch(tellAndThrow);
      showToast(message);
      // The lists first: opened again, the form must start from what is stored now.
      await client.invalidateQueries({ queryKey: trainingKey });
      onSaved();
    },
    // A toast has told it; a conflict needs a choice besides, and what is gone or refused should be
    // seen.
    onFailure: (error) =>
      void (isConflict(error)
        ? newer.lookUp()
        : client.invalidateQueries({ queryKey: trainingKey })),
  });
  const dirty = differing(used.values, base, labels).length > 0;
  useUnsaved(dirty);
  const saveOver = (): void => {
    newer.accept();
    used.form.ref.current?.requestSubmit();
  };
  const takeTheirs = (): void => {
    const theirs = valuesOf(newer.accept());
    setBase(theirs);
    used.reset(theirs);
  };
  /** In which fields what somebody else saved differs from the form; null: nobody did. */
  const conflict = newer.newer && [
    ...new Set(differing(valuesOf(newer.newer), used.values, labels)),
  ];
  return { ...used, dirty, conflict, saveOver, takeTheirs };
}

interface Props {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (order: string) => void;
  onBlur: () => void;
}

/** A place in a list: digits alone, and a 0 by itself is none. */
export const OrderField = ({ onChange, ...field }: Props) => (
  <TextInput
    {...field}
    aria-invalid={field.error !== undefined}
    onChange={(event) =>
      onChange(digitsIn(event.currentTarget.value, maxOrderDigits).replace(/^0+$/, ''))
    }
    label="Order"
    description="Empty puts it last."
    inputMode="numeric"
    autoComplete="off"
  />
);

interface Used extends Pick<ReturnType<typeof useContractForm>, 'form' | 'busy'> {
  dirty: boolean;
  conflict: readonly string[] | null;
  saveOver: () => void;
  takeTheirs: () => void;
}

interface EditModalProps {
  title: string;
  isNew: boolean;
  used: Used;
  /** In pixels. */
  size: number;
  /** Something has to end before it can be saved. */
  waiting?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form over the page. Nothing typed is lost without a question, and nothing of somebody else's is
 * written over without one.
 */
export function EditModal({
  title,
  isNew,
  used,
  size,
  waiting = false,
  onClose,
  children,
}: EditModalProps) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const close = (): void =>
    void closeForm(onClose, {
      dirty: used.dirty || waiting,
      lost: 'What you changed here is not saved.',
    });
  const { conflict } = used;
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      <form {...used.form}>
        {conflict !== null && (
          <ChangedNotice
            text={
              conflict.length === 0
                ? 'It was saved meanwhile.'
                : `What is stored now differs in: ${conflict.join(', ')}.`
            }
            onSaveOver={used.saveOver}
            onReload={used.takeTheirs}
          />
        )}
        <div className={classes.fields}>{children}</div>
        <FormActions
          submit={isNew ? 'Add' : 'Update'}
          busy={used.busy}
          disabled={waiting}
          onCancel={close}
        />
      </form>
    </Modal>
  );
}
