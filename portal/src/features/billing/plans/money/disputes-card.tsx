import { useState } from 'react';
import { Anchor, Skeleton } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Dispute, listDisputes } from '@lintel/contract/billing/disputes';
import { reconciliationPageSizes } from '@lintel/contract/billing/reconcile-constants';
import { call } from '../../../../lib/api/call.ts';
import { formatBusinessDate, formatMoney } from '../../../../lib/format.ts';
import { Card } from '../../../../ui/card.tsx';
import { GridFooter } from '../../../../ui/grid-footer.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { DisputeBadge } from '../../payments/dispute-badge.tsx';
import classes from './money.module.css';

const getDisputes = call<typeof listDisputes>({ method: 'GET', path: '/dispute' });

interface Page {
  page: number;
  limit: number;
}

const disputesQuery = ({ page, limit }: Page) =>
  queryOptions({
    queryKey: ['plans', 'disputes', page, limit],
    queryFn: ({ signal }) =>
      getDisputes({ query: { page, limit, filters: { state: '' } } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Disputed payments, for staff. */
export function DisputesCard() {
  const [view, setView] = useState<Page>({ page: 1, limit: 10 });
  const { data, isError, refetch } = useQuery(disputesQuery(view));
  return (
    <Card title={m.billing_disputes_title()} text={m.billing_disputes_purpose()}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!isError && data === undefined && (
        <Skeleton height={96} radius="md" role="status" aria-label={m.common_loading()} />
      )}
      {data?.total === 0 && <p className={classes.quiet}>{m.billing_disputes_none()}</p>}
      {data !== undefined && data.total > 0 && (
        <ul className={classes.disputes} aria-label={m.billing_disputes_title()}>
          {data.data.map((dispute) => (
            <DisputeRow key={`${dispute.contractorId}:${dispute.id}`} dispute={dispute} />
          ))}
        </ul>
      )}
      {data !== undefined && data.total > view.limit && (
        <GridFooter
          view={{ ...view, order: '' }}
          total={data.total}
          pageSizes={reconciliationPageSizes}
          onView={({ page = 1, limit = view.limit }) => setView({ page, limit })}
          summary={undefined}
        />
      )}
    </Card>
  );
}

const DisputeRow = ({ dispute }: { dispute: Dispute }) => (
  <li>
    <DisputeBadge state={dispute.state} />
    <span className={classes.what}>
      <strong>{dispute.companyName}</strong>
      <span className={classes.reference}>
        {m.billing_disputes_payment({ number: dispute.paymentNumber })}, {dispute.reason}
      </span>
      <span className={classes.reference}>{disputeAmounts(dispute)}</span>
    </span>
    <span className={classes.what}>
      {dispute.state === 'open' && dispute.respondBy !== null && (
        <strong>
          {m.billing_disputes_respondBy({ date: formatBusinessDate(dispute.respondBy) })}
        </strong>
      )}
      {dispute.decidedAt !== null && (
        <span>{m.billing_disputes_decidedOn({ date: formatBusinessDate(dispute.decidedAt) })}</span>
      )}
      <Anchor href={dispute.url} target="_blank" rel="noreferrer">
        {m.billing_disputes_openAtProvider()}
      </Anchor>
    </span>
  </li>
);

/** The disputed amount, the withdrawn amount, and the provider's fee. */
function disputeAmounts({ amount, withdrawn, fee, isInquiry }: Dispute): string {
  const disputed = m.billing_dispute_amount({ amount: formatMoney(amount) });
  if (isInquiry) return `${disputed}, ${m.billing_disputes_inquiry()}`;
  return m.billing_disputes_withdrawn({
    disputed,
    withdrawn: formatMoney(withdrawn),
    fee: formatMoney(fee),
  });
}
