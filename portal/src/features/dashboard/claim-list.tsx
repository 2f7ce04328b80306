import { useState } from 'react';
import { keepPreviousData, queryOptions, useQueryClient, useQuery } from '@tanstack/react-query';
import { Modal, Text, Textarea, Button } from '@mantine/core';
import * as m from '#messages';
import type { decideClaim, listClaims, Claim } from '@lintel/contract/billing/guarantee';
import { call } from '../../lib/api/call.ts';
import { useDraftName } from '../../lib/form/form-draft.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { RestoredLine } from '../../ui/restored-line.tsx';
import { formatMoney, formatShortDate } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { Card } from '../../ui/card.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { flagNames } from './flagged-list.tsx';
import { waitingQuery } from './waiting-card.tsx';
import classes from './cases.module.css';

const getClaims = call<typeof listClaims>({ method: 'GET', path: '/manage/guarantee-claims' });
const postDecision = call<typeof decideClaim>({
  method: 'POST',
  path: '/manage/guarantee-claims/{id}',
});

const openClaimsKey = ['dashboard', 'claims'] as const;

/** The open guarantee claims, oldest first. */
const openClaimsQuery = (page: number) =>
  queryOptions({
    queryKey: [...openClaimsKey, page],
    queryFn: ({ signal }) => getClaims({ query: { state: 'open', page, limit: 10 } }, { signal }),
    placeholderData: keepPreviousData,
  });

type Decision = 'approve' | 'decline';

interface Props {
  claim: Claim;
  decision: Decision;
  onClose: () => void;
}

/** Approves a claim, or declines it with a reason that the contractor can read. */
function ClaimDecision({ claim, decision, onClose }: Props) {
  const client = useQueryClient();
  const draftName = useDraftName(`claim.${claim.id}.${decision}`);
  const {
    form,
    field,
    busy,
    kept: formDraft,
  } = useContractForm({
    draftName,
    initial: { decision, note: '' },
    rules: () =>
      import('@lintel/contract/billing/guarantee').then(({ decideClaim }) => decideClaim.body),
    onSubmit: async (sent) => {
      const { message } = await postDecision(
        { params: { id: claim.id }, body: sent },
        { handles: [409] },
      );
      showToast(message);
      onClose();
      await Promise.all([
        client.invalidateQueries({ queryKey: openClaimsKey }),
        client.invalidateQueries(waitingQuery),
      ]);
    },
    onFailure: notifyFailure,
  });
  const approves = decision === 'approve';
  return (
    <Modal
      opened
      onClose={onClose}
      title={approves ? m.dashboard_claims_approveTitle() : m.dashboard_claims_declineTitle()}
    >
      <form {...form}>
        <Text mb="md">
          {approves
            ? m.dashboard_claims_approveText({
                refund: formatMoney(claim.refund),
                companyName: claim.companyName,
              })
            : m.dashboard_claims_declineText({ companyName: claim.companyName })}
        </Text>
        <Textarea
          label={approves ? m.common_note() : m.common_reason()}
          required={!approves}
          rows={4}
          maxLength={500}
          {...field('note')}
        />
        <RestoredLine kept={formDraft} />
        <FormActions
          submit={approves ? m.dashboard_claims_approve() : m.dashboard_claims_decline()}
          busy={busy}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

/**
 * The open guarantee claims with their applications; `decides`: the user may approve and decline.
 */
export function ClaimList({ decides }: { decides: boolean }) {
  const { data, isError, refetch } = useQuery(openClaimsQuery(1));
  const [deciding, setDeciding] = useState<{ claim: Claim; decision: Decision } | null>(null);
  if (isError) {
    return (
      <Card title={m.dashboard_claims_title()}>
        <ErrorState onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (data === undefined || data.total === 0) return null;
  return (
    <Card title={m.dashboard_claims_title()} text={m.dashboard_claims_purpose()}>
      <ul className={classes.cases}>
        {data.data.map((claim) => (
          <li key={claim.id}>
            <div>
              <strong>{claim.companyName}</strong>
              <span>
                {m.dashboard_claims_period({
                  openedAt: formatShortDate(claim.openedAt),
                  from: formatShortDate(claim.from),
                  to: formatShortDate(claim.to),
                })}
              </span>
              <span>{m.dashboard_claims_refund({ refund: formatMoney(claim.refund) })}</span>
            </div>
            {decides && (
              <div className={classes.actions}>
                <Button
                  variant="default"
                  onClick={() => setDeciding({ claim, decision: 'decline' })}
                >
                  {m.dashboard_claims_decline()}
                </Button>
                <Button onClick={() => setDeciding({ claim, decision: 'approve' })}>
                  {m.dashboard_claims_approve()}
                </Button>
              </div>
            )}
            <ClaimApplications claim={claim} />
          </li>
        ))}
      </ul>
      {deciding && <ClaimDecision {...deciding} onClose={() => setDeciding(null)} />}
    </Card>
  );
}

function ClaimApplications({ claim: { applications } }: { claim: Claim }) {
  return (
    <ul className={classes.applications} aria-label={m.dashboard_claims_applications()}>
      {applications.map(({ id, applicantName, completedAt, flags }) => (
        <li key={id}>
          {applicantName || '-'}, {formatShortDate(completedAt)}
          {flags.length > 0 && ` (${flags.map((flag) => flagNames[flag]).join(', ')})`}
        </li>
      ))}
    </ul>
  );
}
