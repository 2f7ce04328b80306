import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import * as m from '#messages';
import type { confirmEmail } from '@lintel/contract/identity/account';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { IconArrowDown } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import {
  isRefusedLink,
  LinkCard,
  LinkFailed,
  LinkLoading,
  LinkOver,
  useLink,
} from './link-states.tsx';
import { useSignedOutExit } from './use-signed-out-exit.ts';
import classes from './link-pages.module.css';

/** Puts the new e-mail in place; the account is signed out everywhere. */
const postEmailConfirmation = call<typeof confirmEmail>({
  method: 'POST',
  path: '/confirm-change-email',
  encoding: 'form',
});

interface Props {
  from: string;
  to: string;
  enc: string;
  onInvalidLink: () => void;
}

/** What changes, and the button that puts it in place and signs out. */
function EmailChange({ from, to, enc, onInvalidLink }: Props) {
  const leave = useSignedOutExit();
  const { busy, run } = useAction({
    call: () => postEmailConfirmation({ body: { enc } }),
    onDone: () => leave(m.identity_your_email_has_been_successfully(), to),
    onFailure: (error) => {
      if (isRefusedLink(error)) onInvalidLink();
      else showToast(messageOf(error), 'danger', toastLife.long);
    },
  });
  return (
    <>
      <dl className={classes.change}>
        <dt>{m.identity_old_e_mail()}</dt>
        <dd>{from}</dd>
        <dt>
          <IconArrowDown size={18} aria-hidden />
          {m.identity_new_e_mail()}
        </dt>
        <dd data-new>{to}</dd>
      </dl>
      <Button size="md" fullWidth loading={busy} onClick={() => void run()}>
        {m.identity_confirm()}
      </Button>
      <p className={classes.note}>{m.identity_you_will_be_signed_out()}</p>
    </>
  );
}

const route = getRouteApi('/visitor/ne');
const title = m.identity_confirm_your_e_mail();

/** Puts the new e-mail of an account in place, by the link that was sent to it. */
export function ConfirmEmailPage() {
  const { m: enc } = route.useSearch();
  const link = useLink(enc, 'email');
  const [refused, setRefused] = useState(false);
  if (link.step === 'invalid' || refused) return <InvalidEmailLink />;
  if (link.step === 'loading') return <LinkLoading title={title} fields={1} />;
  if (link.step === 'failed')
    return <LinkFailed title={title} error={link.error} onRetry={link.retry} />;
  const { email, newEmail } = link.owner;
  return (
    <LinkCard title={title} lead={m.identity_you_asked_to_change_your()}>
      <EmailChange
        from={email}
        to={newEmail ?? ''}
        enc={link.enc}
        onInvalidLink={() => setRefused(true)}
      />
    </LinkCard>
  );
}

const InvalidEmailLink = () => (
  <LinkOver
    text={m.identity_if_your_e_mail_has()}
    action={
      <Link to="/login" look="button">
        {m.identity_go_to_sign_in()}
      </Link>
    }
  />
);
