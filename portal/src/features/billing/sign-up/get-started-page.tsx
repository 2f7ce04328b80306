import { useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Skeleton } from '@mantine/core';
import * as m from '#messages';
import type { confirmSignUp, readSignUp, SignUpStatus } from '@lintel/contract/billing/sign-up';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { brand } from '../../../lib/brand.ts';
import { Link } from '../../../ui/link.tsx';
import { StateBox } from '../../../ui/state-box.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { externalRedirect } from '../payments/external-redirect.ts';
import { OpenLink } from './open-link.tsx';
import { OtherWindow, ContinuesInOtherWindow, LinkSent, Processing, Welcome } from './outcome.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { signUpTab } from './sign-up-tab.ts';
import { offersQuery } from './use-sign-up-form.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from './sign-up.module.css';

/** Loads the outcome of the payment that the bank required the cardholder for. */
const postConfirmation = call<typeof confirmSignUp>(
  { method: 'POST', path: '/sign-up/{token}/confirm' },
  { handles: [500] },
);

/** The state of this browser's sign-up. */
const getSignUp = call<typeof readSignUp>(
  { method: 'GET', path: '/sign-up/{token}' },
  { handles: [500] },
);

/** Polling interval of a changing state, in milliseconds; shorter during a payment. */
const lookEvery = { processing: 3000, waiting: 5000 } as const;

/**
 * The state of this tab's sign-up; null without one. `returned`: the cardholder is back from the
 * bank, so the server checks the payment there.
 */
const statusQuery = (returned: boolean) =>
  queryOptions({
    queryKey: ['sign-up', 'status', returned],
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const { token, sent } = signUpTab.read();
      if (!sent) return null;
      const look = returned ? postConfirmation : getSignUp;
      return look({ params: { token } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      });
    },
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'processing' || data?.state === 'waiting' ? lookEvery[data.state] : false,
  });

const route = getRouteApi('/visitor/get-started');

/** The notice about this tab's earlier attempt. */
function statusNotice(status: SignUpStatus | null): string | null {
  if (status === null) return null;
  if (status.state === 'action') return m.billing_signUp_bankUnconfirmed();
  return status.failureMessage === '' ? null : status.failureMessage;
}

/** The page for contractors to sign up. */
export function GetStartedPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { payment_intent: intent, m: secret, ...search } = route.useSearch();
  const offers = useQuery(offersQuery);
  const status = useQuery(statusQuery(intent !== undefined));
  // The form shows even though the link is still unopened.
  const [isBack, setBack] = useState(false);
  const clearPaymentLink = (): void => {
    void client.resetQueries({ queryKey: ['sign-up', 'status'] });
    void navigate({ to: '/get-started', replace: true });
  };
  const startOver = (): void => {
    signUpTab.forget();
    clearPaymentLink();
  };
  const renew = (): void => {
    signUpTab.renew();
    clearPaymentLink();
  };
  if (secret !== undefined)
    return <OpenLink secret={secret} onOpened={clearPaymentLink} onAnother={startOver} />;
  const { state } = status.data ?? {};
  if (status.data?.state === 'done') return <Welcome status={status.data} onAnother={startOver} />;
  if (state === 'processing') return <Processing />;
  if (state === 'ended') return <ContinuesInOtherWindow onBack={renew} onAnother={startOver} />;
  if (status.data?.state === 'waiting' && !isBack)
    return <LinkSent email={status.data.email} onBack={() => setBack(true)} />;
  if (status.data === null && intent !== undefined) return <OtherWindow onAnother={startOver} />;
  const retry = (): void => void Promise.all([offers.refetch(), status.refetch()]);
  if (offers.error instanceof ApiError && offers.error.code === 'not_open')
    return (
      <StateBox
        level={1}
        icon="lock"
        title={m.billing_signUp_notOpen()}
        text={offers.error.message}
        action={<Link to="/login">{m.common_backToSignIn()}</Link>}
      />
    );
  if (offers.isLoadingError || status.isLoadingError) return <ErrorState onRetry={retry} />;
  const onSent = async ({ redirectUrl }: { redirectUrl?: string | undefined }): Promise<void> => {
    if (redirectUrl !== undefined) return externalRedirect.to(redirectUrl);
    await status.refetch({ throwOnError: true });
    setBack(false);
  };
  return (
    <div className={classes.page} data-wide>
      <Intro />
      {offers.data === undefined || status.data === undefined ? (
        <Loading />
      ) : (
        <SignUpForm
          offers={offers.data}
          search={search}
          notice={statusNotice(status.data)}
          onSent={onSent}
          onDoubt={retry}
        />
      )}
    </div>
  );
}

const Intro = () => (
  <div className={classes.intro}>
    <h1>{m.billing_signUp_title({ brand: brand.name })}</h1>
    <p>
      <Rich
        text={m.billing_signUp_purpose()}
        parts={{ link: (words) => <Link to="/login">{words}</Link> }}
      />
    </p>
  </div>
);

const Loading = () => (
  <div className={classes.form} role="status" aria-label={m.common_loading()}>
    <Skeleton height={240} radius="lg" />
    <div className={classes.columns}>
      <Skeleton height={480} radius="lg" />
      <Skeleton height={320} radius="lg" />
    </div>
  </div>
);
