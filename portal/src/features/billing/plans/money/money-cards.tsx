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

/** The last comparison of the books with the payment provider's; null while there was none. */
const lastReconciliationQuery = queryOptions({
  queryKey: ['plans', 'reconciliation'],
  queryFn: async ({ signal }) =>
    (await getReconciliations({ query: { page: 1, limit: 10 } }, { signal })).data[0] ?? null,
});

/**
 * Compares the books of the last days with the payment provider's. That may take as long as the
 * provider does.
 */
const postReconciliation = call<typeof runReconciliation>(
  { method: 'POST', path: '/reconciliation', encoding: 'form' },
  { handles: [500], timeout: 0 },
);

const getSettings = call<typeof readSignUpSettings>({ method: 'GET', path: '/sign-up-settings' });

/** What becomes of contractors who sign up by themselves. */
const signUpSettingsQuery = queryOptions({
  queryKey: ['plans', 'sign-up-settings'],
  queryFn: ({ signal }) => getSettings({}, { signal }),
});

const saveSettings = call<typeof saveSignUpSettings>(
  { method: 'POST', path: '/sign-up-settings' },
  { handles: [403, 500] },
);

const settling = staffWithAll(['manage-plans', 'access'], ['manage-settings', 'modify']);

/**
 * What staff see to besides the plans: that the books are right, and what becomes of those who sign
 * up.
 */
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
    said: ({ message }) => message,
    onDone: ({ settings }) => client.setQueryData(signUpSettingsQuery.queryKey, settings),
    failureLife: toastLife.long,
  });
  return (
    <Card title={m.billing_sign_up()}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!isError && data === undefined && (
        <Skeleton height={44} radius="md" role="status" aria-label={m.common_loading()} />
      )}
      {data && (
        <Switch
          label={m.billing_review_sign_ups_first()}
          description={m.billing_when_this_is_on_staff()}
          checked={data.staffCreateAccounts}
          disabled={!mayChange || busy}
          onChange={(event) => void run(event.currentTarget.checked)}
        />
      )}
    </Card>
  );
}

const reaches = [
  { value: '3', label: m.billing_the_last_3_days() },
  { value: '31', label: m.billing_the_last_31_days() },
  { value: '366', label: m.billing_the_last_year() },
];

/** How the books and the payment provider's agree, and a comparison at once for those who may. */
function BooksCard({ mayCheck }: { mayCheck: boolean }) {
  const { data, isError, refetch } = useQuery(lastReconciliationQuery);
  return (
    <Card title={m.billing_books()} text={m.billing_every_night_we_compare_recent()}>
      <div className={classes.body}>
        {isError && <ErrorState onRetry={() => void refetch()} />}
        {!isError && data === undefined && (
          <Skeleton height={96} radius="md" role="status" aria-label={m.common_loading()} />
        )}
        {data === null && (
          <p className={classes.quiet}>{m.billing_they_have_not_been_compared()}</p>
        )}
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
    said: ({ message, reconciliation: { differences, problem } }) => {
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
        aria-label={m.billing_days_to_compare()}
        data={reaches}
        value={days}
        onChange={(value) => setDays(value ?? '3')}
        w={190}
      />
      <Button variant="default" loading={busy} onClick={() => void run()}>
        {m.billing_check_now()}
      </Button>
    </div>
  );
}

type Difference = Reconciliation['differences'][number];

const kinds: Record<Difference['kind'], string> = {
  missing_here: m.billing_missing_in_our_books(),
  missing_there: m.billing_unknown_to_the_payment_provider(),
  different_amount: m.billing_different_amounts(),
};

/** When the books were compared last, and what came of it. */
function LastCheck({ last }: { last: Reconciliation }) {
  const { startedAt, userId, checked, differences } = last;
  return (
    <>
      <Facts
        facts={[
          [
            m.billing_last_check(),
            `${formatMoment(startedAt)}, ${userId === null ? m.billing_by_the_clock() : m.billing_asked_for_by_staff()}`,
          ],
          [
            m.billing_compared(),
            formatCount(checked, m.billing_n_charge_or_refund(), m.billing_n_charges_and_refunds()),
          ],
          [m.billing_result(), <Result key="result" last={last} />],
        ]}
      />
      {differences.length > 0 && (
        <ul className={classes.differences} aria-label={m.billing_differences()}>
          {differences.map((one) => (
            <li key={`${one.kind}:${one.reference}`}>
              <strong>{kinds[one.kind]}</strong>
              <span className={classes.reference}>{one.reference}</span>
              <span>{amountsOf(one)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const amountsOf = ({ ours, theirs }: Difference): string =>
  [
    ours !== '' && m.billing_ours_here({ ours }),
    theirs !== '' && m.billing_theirs_there({ theirs }),
  ]
    .filter((words) => words !== false)
    .join(', ');

function Result({ last: { endedAt, differences, problem } }: { last: Reconciliation }) {
  if (problem !== '') {
    return (
      <>
        <StatusBadge status={m.billing_not_finished()} tone="red" /> {problem}
      </>
    );
  }
  if (endedAt === null) return <StatusBadge status={m.billing_under_way()} tone="blue" />;
  if (differences.length === 0) return <StatusBadge status={m.billing_they_agree()} tone="green" />;
  return (
    <StatusBadge
      status={formatCount(differences.length, m.billing_n_difference(), m.billing_n_differences())}
      tone="red"
    />
  );
}
