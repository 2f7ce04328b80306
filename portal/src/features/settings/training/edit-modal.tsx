import type { ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { closeForm } from '../../../lib/form/ask-first.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { ChangedNotice } from '../leads/changed-notice.tsx';
import type { useContractForm } from '../../../lib/form/use-contract-form.ts';
import classes from './material-form.module.css';

interface Used extends Pick<ReturnType<typeof useContractForm>, 'form' | 'busy'> {
  dirty: boolean;
  conflict: readonly string[] | null;
  saveOver: () => void;
  takeTheirs: () => void;
}

interface Props {
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
export function EditModal({ title, isNew, used, size, waiting = false, onClose, children }: Props) {
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
