import { useState } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { staffWith } from '@lintel/contract/core/access';
import { may, useSession } from '../../../lib/session.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { LastUpdated } from '../last-updated.tsx';
import { agreementQuery } from './api/agreement.ts';
import { UpdateModal } from './update-modal.tsx';
import classes from './agreement.module.css';

const changing = staffWith(['manage-settings', 'modify']);

/** Since when contractors must have accepted the service agreement. */
export function AgreementSection() {
  const mayChange = may(useSession(), changing);
  const [active, setActive] = useState(false);
  const { data, error, refetch } = useQuery(agreementQuery);
  if (data === undefined) {
    return (
      <Card>
        {error === null ? (
          <Skeleton height={36} role="status" aria-label="Loading Service agreement date…" />
        ) : (
          <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
        )}
      </Card>
    );
  }
  return (
    <Card>
      <div className={classes.line}>
        <LastUpdated email={data.email} at={data.paramVal === '' ? null : data.paramVal} />
        {mayChange && (
          <Button variant="default" onClick={() => setActive(true)}>
            Agreement Update
          </Button>
        )}
      </div>
      {active && <UpdateModal setting={data} onClose={() => setActive(false)} />}
    </Card>
  );
}
