import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import * as m from '#messages';
import type { disownSession } from '@lintel/contract/identity/own-sessions';
import { errorMessage } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatDateTime } from '../../lib/format.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { Link } from '../../ui/link.tsx';
import { AccountField } from './auth-card.tsx';
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

/** Signs the account out everywhere; `enc` in the response sets a new password. */
const postDisowned = call<typeof disownSession>({
  method: 'POST',
  path: '/disown-session',
  encoding: 'form',
});

interface Props {
  owner: LinkOwner;
  signIn: NonNullable<LinkOwner['signIn']>;
  enc: string;
  onInvalidLink: () => void;
}

/** The sign-in's details, and the button that signs it out. */
function UnknownSignIn({ owner, signIn, enc, onInvalidLink }: Props) {
  const leave = useNewPasswordExit();
  const { busy, run } = useAction({
    call: () => postDisowned({ body: { enc } }),
    onDone: leave,
    onFailure: (error) => {
      if (isRefusedLink(error)) onInvalidLink();
      else showToast(errorMessage(error), 'danger', toastLife.long);
    },
  });
  return (
    <>
      <AccountField email={owner.email} />
      <dl className={classes.change}>
        <dt>{m.identity_disown_device()}</dt>
        <dd data-new>{signIn.device}</dd>
        <dt>{m.common_address()}</dt>
        <dd>{signIn.address}</dd>
        <dt>{m.identity_signedIn()}</dt>
        <dd>{formatDateTime(signIn.at)}</dd>
      </dl>
      <Button size="md" fullWidth color="red" loading={busy} onClick={() => void run()}>
        {m.identity_disown_submit()}
      </Button>
      <p className={classes.note}>{m.identity_disown_help()}</p>
    </>
  );
}

const route = getRouteApi('/visitor/not-me');
const title = m.screens_wasThisYou();

/** Reports a sign-in on an unknown device as a stranger's, with the link that was sent about it. */
export function DisownPage() {
  const { m: enc } = route.useSearch();
  const link = useLink(enc, 'device');
  const [refused, setRefused] = useState(false);
  if (link.step === 'loading') return <LinkLoading title={title} fields={2} />;
  if (link.step === 'failed')
    return <LinkFailed title={title} error={link.error} onRetry={link.retry} />;
  if (link.step === 'invalid' || refused || !link.owner.signIn) return <InvalidDeviceLink />;
  return (
    <LinkCard title={title} lead={m.identity_disown_text()}>
      <UnknownSignIn
        owner={link.owner}
        signIn={link.owner.signIn}
        enc={link.enc}
        onInvalidLink={() => setRefused(true)}
      />
    </LinkCard>
  );
}

const InvalidDeviceLink = () => (
  <LinkOver
    text={m.identity_disown_advice()}
    action={
      <Link to="/restore" look="button">
        {m.identity_disown_choosePassword()}
      </Link>
    }
  />
);
