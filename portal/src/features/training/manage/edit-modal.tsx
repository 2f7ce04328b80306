import type { ComponentProps, ReactNode } from 'react';
import * as m from '#messages';
import { isConflict } from '../../../lib/api/api-error.ts';
import { Modal, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { ZodType } from 'zod';
import { maxOrderDigits } from '@lintel/contract/training/constants';
import { useEditForm, type Labels, type VersionRef } from '../../../lib/edit-form/use-edit-form.ts';
import { closeForm } from '../../../lib/form/confirmations.ts';
import { useDraftName } from '../../../lib/form/form-draft.ts';
import { useUnsaved } from '../../../lib/form/unsaved.tsx';
import { showToast } from '../../../lib/toast.ts';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { RestoredLine } from '../../../ui/restored-line.tsx';
import { notifyAndThrow, trainingKey } from './requests.ts';
import classes from './material-form.module.css';

/** The first `most` digits of typed or pasted text. */
export const digitsIn = (typed: string, max: number): string =>
  typed.replace(/\D/g, '').slice(0, max);

interface Options<Item extends VersionRef, Values extends object, Schema extends ZodType> {
  /** The item being edited; null creates one. */
  item: Item | null;
  /**
   * Keeps input as a draft with this name. Not for forms with uploads, which the server removes.
   */
  draft?: string;
  toValues: (item: Item | null) => Values;
  labels: Labels<Values>;
  rules: () => Promise<Schema>;
  /** Null creates an item. */
  save: (seen: VersionRef | null, values: Values) => Promise<{ message: string }>;
  /** Fetches the stored item. */
  find: (id: number) => Promise<Item | undefined>;
  onSaved: () => void;
}

/** The form of a category or a material. */
export function useTrainingForm<
  Item extends VersionRef,
  Values extends object,
  Schema extends ZodType,
>({ save, onSaved, draft, ...form }: Options<Item, Values, Schema>) {
  const client = useQueryClient();
  const draftName = useDraftName(`training.${draft}.${form.item?.id ?? 'new'}`);
  const used = useEditForm({
    ...form,
    ...(draft !== undefined && { draftName }),
    save: (seen, _sent, values) => save(seen, values).catch(notifyAndThrow),
    onSaved: async ({ message }) => {
      showToast(message);
      // The lists first: when reopened, the form must start from the stored values.
      await client.invalidateQueries({ queryKey: trainingKey });
      onSaved();
    },
    // A toast has shown the failure; the lists also need to show deleted or rejected items.
    onFailure: (error) =>
      void (isConflict(error) || client.invalidateQueries({ queryKey: trainingKey })),
  });
  useUnsaved(used.dirty);
  return used;
}

interface Props {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (order: string) => void;
  onBlur: () => void;
}

/** A position in a list: only digits, and a lone 0 counts as empty. */
export const OrderField = ({ onChange, ...field }: Props) => (
  <TextInput
    {...field}
    aria-invalid={field.error !== undefined}
    onChange={(event) =>
      onChange(digitsIn(event.currentTarget.value, maxOrderDigits).replace(/^0+$/, ''))
    }
    label={m.training_order()}
    description={m.training_order_help()}
    inputMode="numeric"
    autoComplete="off"
  />
);

interface TrainingFormState {
  form: ComponentProps<'form'>;
  busy: boolean;
  dirty: boolean;
  kept: { isRestored: boolean; discard(): void; remove(): void };
  conflict: { differing: readonly string[] } | null;
  overwriteStored: () => void;
  discardOwn: () => void;
}

interface EditModalProps {
  title: string;
  isNew: boolean;
  used: TrainingFormState;
  /** In pixels. */
  size: number;
  /** Something, such as an upload, has to finish before saving. */
  waiting?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form in a dialog. It asks before discarding input and before overwriting a concurrent change.
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
  const leave = (): void => {
    used.kept.remove();
    onClose();
  };
  const close = (): void =>
    void closeForm(leave, {
      dirty: used.dirty || waiting,
      lost: m.common_unsavedChanges(),
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
        {conflict && (
          <ChangedNotice
            differing={conflict.differing}
            onKeep={used.overwriteStored}
            onDiscardOwn={used.discardOwn}
          />
        )}
        <div className={classes.fields}>{children}</div>
        <RestoredLine kept={used.kept} />
        <FormActions
          submit={isNew ? m.common_add() : m.common_update()}
          busy={used.busy}
          disabled={waiting}
          onCancel={close}
        />
      </form>
    </Modal>
  );
}
