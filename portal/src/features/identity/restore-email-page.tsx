import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import * as m from '#messages';
import type { restoreEmail } from '@lintel/contract/identity/account';
import { errorMessage } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatDateTime } from '../../lib/format.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { Link } from '../../ui/link.tsx';
import {
  isRefusedLink,
  LinkCard,
  LinkFailed,
  LinkLoading,
  LinkOver,
  useLink,
  type LinkOwner,
} from './link-states.tsx';
import { useNewPasswordExit } from './use-signed-out-exit.ts';
import classes from './link-pages.module.css';

/** Restores the e-mail; `enc` in the response sets a new password. */
const postRestored = call<typeof restoreEmail>({
  method: 'POST',
  path: '/restore-email',
  encoding: 'form',
});

interface Props {
  owner: LinkOwner;
  changedAt: string;
  enc: string;
  onInvalidLink: () => void;
}

/** The change, and the button that undoes it. */
function ChangedEmail({ owner, changedAt, enc, onInvalidLink }: Props) {
  const leave = useNewPasswordExit();
  const { busy, run } = useAction({
    call: () => postRestored({ body: { enc } }),
    onDone: leave,
    onFailure: (error) => {
      if (isRefusedLink(error)) onInvalidLink();
      else showToast(errorMessage(error), 'danger', toastLife.long);
    },
  });
  return (
    <>
      <dl className={classes.change}>
        <dt>{m.identity_restoreEmail_yourEmail()}</dt>
        <dd data-new>{owner.email}</dd>
        <dt>{m.identity_restoreEmail_changedTo()}</dt>
        <dd>{owner.newEmail}</dd>
        <dt>{m.identity_restoreEmail_changedOn()}</dt>
        <dd>{formatDateTime(changedAt)}</dd>
      </dl>
      <Button size="md" fullWidth color="red" loading={busy} onClick={() => void run()}>
        {m.identity_restoreEmail_submit()}
      </Button>
      <p className={classes.note}>{m.identity_restoreEmail_help()}</p>
    </>
  );
}

const route = getRouteApi('/visitor/restore-email');
const title = m.screens_restoreEmail();

/** Restores an account's e-mail with the link sent to the old address when it was changed. */
export function RestoreEmailPage() {
  const { m: enc } = route.useSearch();
  const link = useLink(enc, 'restore');
  const [refused, setRefused] = useState(false);
  if (link.step === 'loading') return <LinkLoading title={title} fields={2} />;
  if (link.step === 'failed')
    return <LinkFailed title={title} error={link.error} onRetry={link.retry} />;
  if (link.step === 'invalid' || refused || !link.owner.restore) return <InvalidRestoreLink />;
  return (
    <LinkCard title={title} lead={m.identity_restoreEmail_text()}>
      <ChangedEmail
        owner={link.owner}
        changedAt={link.owner.restore.at}
        enc={link.enc}
        onInvalidLink={() => setRefused(true)}
      />
    </LinkCard>
  );
}

const InvalidRestoreLink = () => (
  <LinkOver
    text={m.identity_restoreEmail_advice()}
    action={
      <Link to="/login" look="button">
        {m.common_goToSignIn()}
      </Link>
    }
  />
);
