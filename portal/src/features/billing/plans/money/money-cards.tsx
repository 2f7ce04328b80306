import { useState } from 'react';
import { Button, Select, Skeleton, Switch } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type {
  listReconciliations,
  Reconciliation,
  runReconciliation,
} from '@lintel/contract/billing/reconcile';
import type {
  readSignUpSettings,
  saveSignUpSettings,
} from '@lintel/contract/billing/sign-up-settings';
import { staffWithAll } from '@lintel/contract/core/access';
import { call } from '../../../../lib/api/call.ts';
import { formatMoment } from '../../../../lib/format-moment.ts';
import { formatCount } from '../../../../lib/format.ts';
import { may, useSession } from '../../../../lib/session.ts';
import { toastLife } from '../../../../lib/toast.ts';
import { useAction } from '../../../../lib/use-action.ts';
import { Card } from '../../../../ui/card.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { mayChangePlans } from '../requests.ts';
import { DisputesCard } from './disputes-card.tsx';
import classes from './money.module.css';

const getReconciliations = call<typeof listReconciliations>({
  method: 'GET',
  path: '/reconciliation',
});

/** The last reconciliation with the payment provider; null if there was never one. */
const lastReconciliationQuery = queryOptions({
  queryKey: ['plans', 'reconciliation'],
  queryFn: async ({ signal }) =>
    (await getReconciliations({ query: { page: 1, limit: 10 } }, { signal })).data[0] ?? null,
});

/** Reconciles the last days with the payment provider. It takes as long as the provider does. */
const postReconciliation = call<typeof runReconciliation>(
  { method: 'POST', path: '/reconciliation', encoding: 'form' },
  { handles: [500], timeout: 0 },
);

const getSettings = call<typeof readSignUpSettings>({ method: 'GET', path: '/sign-up-settings' });

/** How the portal handles self-service sign-ups. */
const signUpSettingsQuery = queryOptions({
  queryKey: ['plans', 'sign-up-settings'],
  queryFn: ({ signal }) => getSettings({}, { signal }),
});

const saveSettings = call<typeof saveSignUpSettings>(
  { method: 'POST', path: '/sign-up-settings' },
  { handles: [403, 500] },
);

const settling = staffWithAll(['manage-plans', 'access'], ['manage-settings', 'modify']);

/** Staff tools next to the plans: the reconciliation, and the handling of sign-ups. */
export function MoneyCards() {
  const session = useSession();
  return (
    <div className={classes.cards}>
      <BooksCard mayCheck={mayChangePlans(session)} />
      <AccountsCard mayChange={may(session, settling)} />
      <div className={classes.wide}>
        <DisputesCard />
      </div>
    </div>
  );
}

/** Whether staff review paid sign-ups and create their accounts. */
function AccountsCard({ mayChange }: { mayChange: boolean }) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(signUpSettingsQuery);
  const { busy, run } = useAction({
    call: (staffCreateAccounts: boolean) => saveSettings({ body: { staffCreateAccounts } }),
    successToast: ({ message }) => message,
    onDone: ({ settings }) => client.setQueryData(signUpSettingsQuery.queryKey, settings),
    failureLife: toastLife.long,
  });
  return (
    <Card title={m.billing_signUpReview_title()}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!isError && data === undefined && (
        <Skeleton height={44} radius="md" role="status" aria-label={m.common_loading()} />
      )}
      {data && (
        <Switch
          label={m.billing_signUpReview_label()}
          description={m.billing_signUpReview_help()}
          checked={data.staffCreateAccounts}
          disabled={!mayChange || busy}
          onChange={(event) => void run(event.currentTarget.checked)}
        />
      )}
    </Card>
  );
}

const reaches = [
  { value: '3', label: m.billing_books_last3Days() },
  { value: '31', label: m.billing_books_last31Days() },
  { value: '366', label: m.billing_books_lastYear() },
];

/** The state of the reconciliation, and a button to run it for users with permission. */
function BooksCard({ mayCheck }: { mayCheck: boolean }) {
  const { data, isError, refetch } = useQuery(lastReconciliationQuery);
  return (
    <Card title={m.billing_books_title()} text={m.billing_books_purpose()}>
      <div className={classes.body}>
        {isError && <ErrorState onRetry={() => void refetch()} />}
        {!isError && data === undefined && (
          <Skeleton height={96} radius="md" role="status" aria-label={m.common_loading()} />
        )}
        {data === null && <p className={classes.quiet}>{m.billing_books_never()}</p>}
        {data && <LastCheck last={data} />}
        {mayCheck && <CheckNow />}
      </div>
    </Card>
  );
}

function CheckNow() {
  const [days, setDays] = useState('3');
  const { busy, run } = useAction({
    call: () => postReconciliation({ body: { days } }),
    successToast: ({ message, reconciliation: { differences, problem } }) => {
      const agrees = differences.length === 0 && problem === '';
      return [message, agrees ? 'success' : 'warning', toastLife.long];
    },
    refresh: [lastReconciliationQuery.queryKey],
    refreshAlways: true,
    failureLife: toastLife.long,
  });
  return (
    <div className={classes.check}>
      <Select
        aria-label={m.billing_books_days()}
        data={reaches}
        value={days}
        onChange={(value) => setDays(value ?? '3')}
        w={190}
      />
      <Button variant="default" loading={busy} onClick={() => void run()}>
        {m.billing_books_check()}
      </Button>
    </div>
  );
}

type Difference = Reconciliation['differences'][number];

const kinds: Record<Difference['kind'], string> = {
  missing_here: m.billing_books_missingHere(),
  missing_there: m.billing_books_missingThere(),
  different_amount: m.billing_books_differentAmounts(),
};

/** The last reconciliation's time and result. */
function LastCheck({ last }: { last: Reconciliation }) {
  const { startedAt, userId, checked, differences } = last;
  return (
    <>
      <Facts
        facts={[
          [
            m.billing_books_lastCheck(),
            `${formatMoment(startedAt)}, ${userId === null ? m.common_scheduled() : m.billing_books_requested()}`,
          ],
          [
            m.billing_books_compared(),
            formatCount(checked, m.billing_books_compared_one(), m.billing_books_compared_many()),
          ],
          [m.billing_books_result(), <Result key="result" last={last} />],
        ]}
      />
      {differences.length > 0 && (
        <ul className={classes.differences} aria-label={m.billing_books_differences()}>
          {differences.map((one) => (
            <li key={`${one.kind}:${one.reference}`}>
              <strong>{kinds[one.kind]}</strong>
              <span className={classes.reference}>{one.reference}</span>
              <span>{formatAmounts(one)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const formatAmounts = ({ ours: local, theirs: remote }: Difference): string =>
  [
    local !== '' && m.billing_books_ours({ ours: local }),
    remote !== '' && m.billing_books_theirs({ theirs: remote }),
  ]
    .filter((words) => words !== false)
    .join(', ');

function Result({ last: { endedAt, differences, problem } }: { last: Reconciliation }) {
  if (problem !== '') {
    return (
      <>
        <StatusBadge status={m.billing_books_unfinished()} tone="red" /> {problem}
      </>
    );
  }
  if (endedAt === null) return <StatusBadge status={m.billing_books_running()} tone="blue" />;
  if (differences.length === 0)
    return <StatusBadge status={m.billing_books_match()} tone="green" />;
  return (
    <StatusBadge
      status={formatCount(
        differences.length,
        m.billing_books_difference_one(),
        m.billing_books_difference_many(),
      )}
      tone="red"
    />
  );
}
