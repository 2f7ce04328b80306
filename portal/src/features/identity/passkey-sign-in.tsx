import { useEffect, useEffectEvent } from 'react';
import * as m from '#messages';
import { errorMessage } from '../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { offerPasskeys, signInByPasskey } from './passkeys.ts';

/**
 * Signs in with a passkey alone: the browser suggests its passkeys in the e-mail field, and the
 * button requests one.
 */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const signedIn = useEffectEvent(() => void onSignedIn());
  useEffect(
    () =>
      offerPasskeys({
        signedIn,
        failed: (error) => showToast(errorMessage(error), 'danger', toastLife.long),
      }),
    [],
  );
  return (
    <PasskeyButton
      label={m.identity_signIn_withPasskey()}
      variant="default"
      run={async () => {
        await signInByPasskey({ autofill: false });
        await onSignedIn();
      }}
    />
  );
}
