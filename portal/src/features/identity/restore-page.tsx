import { useEffect, useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button, TextInput } from '@mantine/core';
import * as m from '#messages';
import type { restorePassword } from '@lintel/contract/identity/account';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { IconMail } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { AuthTitle, AuthCard } from './auth-card.tsx';
import { signInAddress } from './use-signed-out-exit.ts';
import { Rich } from '../../ui/rich.tsx';
import classes from './link-pages.module.css';

/**
 * Requests a link that resets the password. The page itself shows failures, with the server's
 * message.
 */
const postRestore = call<typeof restorePassword>(
  { method: 'POST', path: '/restore', encoding: 'form' },
  { handles: [500] },
);

/**
 * Shows a failed request with the server's message. A lost connection or a response from outside
 * the portal has none.
 */
function showRestoreFailure(error: unknown): void {
  const hasMessage = error instanceof ApiError && error.status !== 0 && error.code !== 'unexpected';
  showToast(hasMessage ? error.message : m.common_error_undefined(), 'danger', toastLife.long);
}

const loadRules = () =>
  import('@lintel/contract/identity/account').then((contract) => contract.emailForm);

/** The e-mail of the account with the forgotten password. */
function RestoreForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { form, field, busy, values } = useContractForm({
    initial: { email },
    rules: loadRules,
    onSubmit: async (sent) => {
      await postRestore({ body: sent });
      onSent(sent.email);
    },
    onFailure: showRestoreFailure,
  });
  return (
    <>
      <form {...form} className={classes.form}>
        <div>
          <AuthTitle lead={m.identity_restore_help()}>{m.screens_resetPassword()}</AuthTitle>
          <TextInput
            {...field('email')}
            label={m.common_email()}
            type="email"
            autoComplete="username"
            inputMode="email"
            required
            withAsterisk
            autoFocus
          />
        </div>
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.common_continue()}
        </Button>
      </form>
      <p className={classes.foot}>
        <Link to={signInAddress(values.email.trim())}>{m.common_backToSignIn()}</Link>
      </p>
    </>
  );
}

/** Seconds before the link can be requested again, because e-mail takes a moment. */
const pause = 30;

/** Points to the inbox. The text is the same for an e-mail without an account. */
function RestoreSent({ email, onOther }: { email: string; onOther: () => void }) {
  const { left, busy, again } = useSendAgain(email);
  return (
    <>
      <span className={classes.picture}>
        <IconMail size={24} aria-hidden />
      </span>
      <AuthTitle
        lead={
          <>
            <Rich
              text={m.identity_restore_sent({ email })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </>
        }
      >
        <span role="status">{m.identity_restore_sentTitle()}</span>
      </AuthTitle>
      <p className={classes.hint}>{m.identity_restore_sentHelp()}</p>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={busy}
        disabled={left > 0}
        onClick={() => void again()}
      >
        {left > 0 ? m.identity_restore_againIn({ left }) : m.common_sendAgain()}
      </Button>
      <div className={classes.ways}>
        <button type="button" className={classes.other} onClick={onOther}>
          {m.identity_restore_otherEmail()}
        </button>
        <Link to={signInAddress(email)}>{m.common_backToSignIn()}</Link>
      </div>
    </>
  );
}

function useSendAgain(email: string) {
  const [left, setLeft] = useState(pause);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  const { busy, run } = useAction({
    call: () => postRestore({ body: { email } }),
    successToast: () => m.identity_restore_sentAgain(),
    onDone: () => setLeft(pause),
    onFailure: showRestoreFailure,
  });
  return { left, busy, again: () => run() };
}

const route = getRouteApi('/visitor/restore');

/**
 * Requests a link that resets the password, then points to the inbox, whether or not the account
 * exists.
 */
export function RestorePage() {
  const { email = '' } = route.useSearch();
  const [entered, setEntered] = useState(email);
  const [sent, setSent] = useState(false);
  const onSent = (address: string): void => {
    setEntered(address);
    setSent(true);
  };
  return (
    <AuthCard>
      {sent ? (
        <RestoreSent email={entered} onOther={() => setSent(false)} />
      ) : (
        <RestoreForm email={entered} onSent={onSent} />
      )}
    </AuthCard>
  );
}
