import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Claim } from '@lintel/contract/billing-guarantee';
import { formatMoney, formatShortDate } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { openClaimsQuery } from './api/claims.ts';
import { ClaimDecision, type Decision } from './claim-decision.tsx';
import { flagNames } from './flag-names.ts';
import classes from './cases.module.css';

/**
 * The open claims of the guarantee with what they are about; `decides`: the account may approve and
 * decline.
 */
export function ClaimList({ decides }: { decides: boolean }) {
  const { data, isError, refetch } = useQuery(openClaimsQuery(1));
  const [deciding, setDeciding] = useState<{ claim: Claim; decision: Decision } | null>(null);
  if (isError) {
    return (
      <Card title="Guarantee claims">
        <ErrorState onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (data === undefined || data.total === 0) return null;
  return (
    <Card
      title="Guarantee claims"
      text="Ten applications in a row within 30 days without a loan option."
    >
      <ul className={classes.cases}>
        {data.data.map((claim) => (
          <li key={claim.id}>
            <div>
              <strong>{claim.companyName}</strong>
              <span>
                Claimed on {formatShortDate(claim.openedAt)} for applications from{' '}
                {formatShortDate(claim.from)} to {formatShortDate(claim.to)}
              </span>
              <span>Refund: {formatMoney(claim.refund)}</span>
            </div>
            {decides && (
              <div className={classes.actions}>
                <Button
                  variant="default"
                  onClick={() => setDeciding({ claim, decision: 'decline' })}
                >
                  Decline
                </Button>
                <Button onClick={() => setDeciding({ claim, decision: 'approve' })}>Approve</Button>
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
    <ul className={classes.applications} aria-label="Applications of the claim">
      {applications.map(({ id, applicantName, completedAt, flags }) => (
        <li key={id}>
          {applicantName || '-'}, {formatShortDate(completedAt)}
          {flags.length > 0 && ` (${flags.map((flag) => flagNames[flag]).join(', ')})`}
        </li>
      ))}
    </ul>
  );
}
