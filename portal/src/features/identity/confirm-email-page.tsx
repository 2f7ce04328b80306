import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import * as m from '#messages';
import type { confirmEmail } from '@lintel/contract/identity/account';
import { errorMessage } from '../../lib/api/api-error.ts';
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

/** Activates the new e-mail and signs the account out everywhere. */
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

/** The change, and the button that confirms it and signs out. */
function EmailChange({ from, to, enc, onInvalidLink }: Props) {
  const leave = useSignedOutExit();
  const { busy, run } = useAction({
    call: () => postEmailConfirmation({ body: { enc } }),
    onDone: () => leave(m.identity_confirmEmail_changed(), to),
    onFailure: (error) => {
      if (isRefusedLink(error)) onInvalidLink();
      else showToast(errorMessage(error), 'danger', toastLife.long);
    },
  });
  return (
    <>
      <dl className={classes.change}>
        <dt>{m.identity_confirmEmail_old()}</dt>
        <dd>{from}</dd>
        <dt>
          <IconArrowDown size={18} aria-hidden />
          {m.identity_confirmEmail_new()}
        </dt>
        <dd data-new>{to}</dd>
      </dl>
      <Button size="md" fullWidth loading={busy} onClick={() => void run()}>
        {m.identity_confirmEmail_submit()}
      </Button>
      <p className={classes.note}>{m.identity_confirmEmail_signsOut()}</p>
    </>
  );
}

const route = getRouteApi('/visitor/ne');
const title = m.screens_confirmEmail();

/** Confirms an account's new e-mail with the link that was sent to it. */
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
    <LinkCard title={title} lead={m.identity_confirmEmail_text()}>
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
    text={m.identity_confirmEmail_advice()}
    action={
      <Link to="/login" look="button">
        {m.common_goToSignIn()}
      </Link>
    }
  />
);
