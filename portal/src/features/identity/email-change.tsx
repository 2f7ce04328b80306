import { useState } from 'react';
import { Button } from '@mantine/core';
import { messageOf } from '../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { IconArrowDown } from '../../ui/icons.ts';
import { postEmailConfirmation } from './api/confirm-email.ts';
import { isRefusedLink } from './use-link.ts';
import { useSignedOutExit } from './use-signed-out-exit.ts';
import classes from './link-pages.module.css';

interface Props {
  from: string;
  to: string;
  enc: string;
  onInvalidLink: () => void;
}

/** What changes, and the button that puts it in place and signs out. */
export function EmailChange({ from, to, enc, onInvalidLink }: Props) {
  const [busy, setBusy] = useState(false);
  const leave = useSignedOutExit();
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await postEmailConfirmation({ body: { enc } });
      await leave('Your email has been successfully changed', to);
    } catch (error) {
      setBusy(false);
      if (isRefusedLink(error)) onInvalidLink();
      else showToast(messageOf(error), 'danger', toastLife.long);
    }
  };
  return (
    <>
      <dl className={classes.change}>
        <dt>Old e-mail</dt>
        <dd>{from}</dd>
        <dt>
          <IconArrowDown size={18} aria-hidden />
          New e-mail
        </dt>
        <dd data-new>{to}</dd>
      </dl>
      <Button size="md" fullWidth loading={busy} onClick={() => void confirm()}>
        CONFIRM
      </Button>
      <p className={classes.note}>
        You will be signed out on all devices and sign in again with the new e-mail.
      </p>
    </>
  );
}
