import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { AuthCard } from './auth-card.tsx';
import { RestoreForm } from './restore-form.tsx';
import { RestoreSent } from './restore-sent.tsx';

const route = getRouteApi('/visitor/restore');

/**
 * Asks for a link that resets the password; then says where to look for it, whether or not there is
 * such an account.
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
