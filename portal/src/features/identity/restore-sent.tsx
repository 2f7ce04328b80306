import { useEffect, useState } from 'react';
import { Button } from '@mantine/core';
import { showToast } from '../../lib/toast.ts';
import { IconMail } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { postRestore } from './api/restore-password.ts';
import { AuthTitle } from './auth-card.tsx';
import { showRestoreFailure } from './restore-failure.ts';
import { signInAddress } from './sign-in-address.ts';
import classes from './link-pages.module.css';

/** Seconds until the link can be asked for again: mail takes a moment. */
const pause = 30;

/** Where to look for the link. It reads the same for an e-mail that no account has. */
export function RestoreSent({ email, onOther }: { email: string; onOther: () => void }) {
  const { left, busy, again } = useSendAgain(email);
  return (
    <>
      <span className={classes.picture}>
        <IconMail size={24} aria-hidden />
      </span>
      <AuthTitle
        lead={
          <>
            If an account belongs to <strong>{email}</strong>, a link to choose a new password is on
            its way there.
          </>
        }
      >
        <span role="status">Look into your inbox</span>
      </AuthTitle>
      <p className={classes.hint}>
        It can take a few minutes. Please look into the spam folder as well.
      </p>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={busy}
        disabled={left > 0}
        onClick={() => void again()}
      >
        {left > 0 ? `Send again in ${left} s` : 'Send again'}
      </Button>
      <div className={classes.ways}>
        <button type="button" className={classes.other} onClick={onOther}>
          Use another e-mail
        </button>
        <Link to={signInAddress(email)}>Back to sign in</Link>
      </div>
    </>
  );
}

function useSendAgain(email: string) {
  const [left, setLeft] = useState(pause);
  const [busy, setBusy] = useState(false);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  const again = async (): Promise<void> => {
    setBusy(true);
    try {
      await postRestore({ body: { email } });
      showToast('Sent again. Please look into your inbox.');
      setLeft(pause);
    } catch (error) {
      showRestoreFailure(error);
    }
    setBusy(false);
  };
  return { left, busy, again };
}
