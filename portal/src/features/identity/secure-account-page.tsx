import { useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import * as m from '#messages';
import { safeReturn } from '../../lib/safe-return.ts';
import { sessionQuery } from '../../lib/session.ts';
import { logOut } from '../../shell/account-actions.ts';
import { makeNavigate } from '../../shell/navigation.ts';
import { AuthCard, AuthTitle } from './auth-card.tsx';
import { supportsPasskeys } from './passkey-button.tsx';
import { AppFlow, PasskeyFlow, RecoveryCodes } from './personal-info/factor-forms.tsx';
import classes from './auth-card.module.css';

const route = getRouteApi('/visitor/secure-account');

/** The setup page of a required second factor, after the password and before anything else. */
export function SecureAccountPage() {
  const router = useRouter();
  const client = useQueryClient();
  const { returnTo } = route.useSearch();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [way, setWay] = useState<'passkey' | 'app' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const openPortal = async (): Promise<void> => {
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    await router.navigate({ href: safeReturn(returnTo) ?? '/', replace: true });
  };
  const flow = {
    userId: session.id,
    onCancel: () => setWay(null),
    onAdded: (given: readonly string[] | null) =>
      given === null ? void openPortal() : setCodes(given),
  };
  if (codes !== null)
    return (
      <AuthCard>
        <RecoveryCodes codes={codes} onDone={() => void openPortal()} />
      </AuthCard>
    );
  return (
    <AuthCard>
      <AuthTitle lead={leads[way ?? 'none']}>{m.screens_secureAccount()}</AuthTitle>
      {way === 'passkey' && <PasskeyFlow {...flow} />}
      {way === 'app' && <AppFlow {...flow} />}
      {way === null && (
        <div className={classes.form}>
          {supportsPasskeys() && (
            <Button size="md" fullWidth onClick={() => setWay('passkey')}>
              {m.identity_twoStep_addPasskey()}
            </Button>
          )}
          <Button
            size="md"
            fullWidth
            variant={supportsPasskeys() ? 'default' : 'filled'}
            onClick={() => setWay('app')}
          >
            {m.identity_secure_useApp()}
          </Button>
          <div className={classes.row}>
            <button
              type="button"
              className={classes.back}
              onClick={() => void logOut({ client, go: makeNavigate(router) })}
            >
              {m.common_signOut()}
            </button>
          </div>
        </div>
      )}
    </AuthCard>
  );
}

const leads = {
  none: m.identity_secure_text(),
  passkey: m.identity_secure_moreLater(),
  app: m.identity_secure_appExamples(),
};
