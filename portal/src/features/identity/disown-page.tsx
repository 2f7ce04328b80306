import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import type { disownSession } from '@lintel/contract/identity/own-sessions';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatDateTime } from '../../lib/format.ts';
import { dropHint } from '../../lib/session.ts';
import { tellOtherTabs } from '../../lib/session-end.ts';
import { clearTab } from '../../lib/storage.ts';
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
import classes from './link-pages.module.css';

/** Signs the account out everywhere; the answer's `enc` sets a new password. */
const postDisowned = call<typeof disownSession>({
  method: 'POST',
  path: '/disown-session',
  encoding: 'form',
});

/** Goes on to a new password, signed out. */
function useNewPasswordExit(): (answer: { message: string; enc: string }) => Promise<void> {
  const router = useRouter();
  const client = useQueryClient();
  return async ({ message, enc }) => {
    tellOtherTabs('signed-out');
    dropHint();
    clearTab();
    // What both pages read of their links stays: forgotten, the used one would be read once more.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'link' });
    showToast(message, 'success', toastLife.long);
    const href = `/np?${new URLSearchParams({ m: enc }).toString()}`;
    await router.navigate({ href, replace: true });
  };
}

interface Props {
  owner: LinkOwner;
  signIn: NonNullable<LinkOwner['signIn']>;
  enc: string;
  onInvalidLink: () => void;
}

/** What happened, and the button that shuts whoever it was out. */
function UnknownSignIn({ owner, signIn, enc, onInvalidLink }: Props) {
  const leave = useNewPasswordExit();
  const { busy, run } = useAction({
    call: () => postDisowned({ body: { enc } }),
    onDone: leave,
    onFailure: (error) => {
      if (isRefusedLink(error)) onInvalidLink();
      else showToast(messageOf(error), 'danger', toastLife.long);
    },
  });
  return (
    <>
      <AccountField email={owner.email} />
      <dl className={classes.change}>
        <dt>Device</dt>
        <dd data-new>{signIn.device}</dd>
        <dt>Address</dt>
        <dd>{signIn.address}</dd>
        <dt>Signed in</dt>
        <dd>{formatDateTime(signIn.at)}</dd>
      </dl>
      <Button size="md" fullWidth color="red" loading={busy} onClick={() => void run()}>
        This wasn't me
      </Button>
      <p className={classes.note}>
        Your account is then signed out on all devices, your password stops working, and you choose
        a new one. If it was you, there is nothing to do.
      </p>
    </>
  );
}

const route = getRouteApi('/visitor/not-me');
const title = 'Was this you?';

/** Tells a sign-in on an unknown device, by the link that was sent about it, to be a stranger's. */
export function DisownPage() {
  const { m } = route.useSearch();
  const link = useLink(m, 'device');
  const [refused, setRefused] = useState(false);
  if (link.step === 'loading') return <LinkLoading title={title} fields={2} />;
  if (link.step === 'failed')
    return <LinkFailed title={title} error={link.error} onRetry={link.retry} />;
  if (link.step === 'invalid' || refused || !link.owner.signIn) return <InvalidDeviceLink />;
  return (
    <LinkCard
      title={title}
      lead="Someone signed in to your account on a device that we have not seen before."
    >
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
    text="If you do not recognize a sign-in, choose a new password: it signs your account out everywhere."
    action={
      <Link to="/restore" look="button">
        Choose a new password
      </Link>
    }
  />
);
