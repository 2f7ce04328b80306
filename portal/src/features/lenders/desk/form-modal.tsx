import type { ReactNode, Ref } from 'react';
import { Alert, Modal } from '@mantine/core';
import { FormActions } from '../../../ui/form-actions.tsx';
import classes from '../lenders.module.css';

interface Props {
  title: string;
  submit: string;
  used: {
    form: { ref: Ref<HTMLFormElement>; noValidate: boolean; onSubmit: (event: never) => void };
    busy: boolean;
    failure: string | null;
  };
  onClose(): void;
  children: ReactNode;
}

/** A form of the desk in a dialog. */
export function FormModal({
  title,
  submit,
  used: { form, busy, failure },
  onClose,
  children,
}: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form {...form}>
        <div className={classes.fields}>{children}</div>
        {failure !== null && (
          <Alert color="red" mt="md" role="alert">
            {failure}
          </Alert>
        )}
        <FormActions submit={submit} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
