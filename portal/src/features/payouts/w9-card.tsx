import { lazy, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Contractor } from '@lintel/contract/contractors';
import { payoutAccess } from '@lintel/contract/payouts-constants';
import type { W9 } from '@lintel/contract/payouts-w9';
import { may, useSession } from '../../lib/session.ts';
import { LockableCard } from '../../ui/editable-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { w9Query } from './api/get-w9.ts';
import { useOpenAtOnce } from './use-open-at-once.ts';
import { W9Status } from './w9-status.tsx';
import { W9ViewModal } from './w9-view-modal.tsx';
import classes from './payouts.module.css';

const W9FormModal = lazy(() =>
  import('./form/w9-form-modal.tsx').then((module) => ({ default: module.W9FormModal })),
);
const W9ReviewModal = lazy(() =>
  import('../../ui/w9-review/w9-review-modal.tsx').then((module) => ({
    default: module.W9ReviewModal,
  })),
);

interface Props {
  contractor: Contractor;
  openAtOnce: boolean;
}

/**
 * The contractor's tax form. The contractor fills it in and sees a copy; staff who are switched in
 * review it.
 */
export function W9Card({ contractor, openAtOnce }: Props) {
  const w9 = useQuery(w9Query(contractor.id));
  return (
    <LockableCard name="w9" title="W-9 Tax Form">
      {w9.isError && <ErrorState onRetry={() => void w9.refetch()} />}
      {w9.isPending && <SkeletonRows columns={2} rows={4} />}
      {w9.data && <Loaded contractor={contractor} openAtOnce={openAtOnce} w9={w9.data} />}
    </LockableCard>
  );
}

type Open = 'form' | 'copy' | 'review' | null;

function Loaded({ contractor, openAtOnce, w9 }: Props & { w9: W9 }) {
  const session = useSession();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const { switched } = session;
  const reviews = switched && may(session, payoutAccess.reviewing);
  const exists = w9.status !== 'Not found';
  useOpenAtOnce(openAtOnce && !switched, () => setOpen('form'));
  const close = (): void => setOpen(null);
  const renew = (): Promise<void> => client.invalidateQueries({ queryKey: ['payouts'] });
  return (
    <div className={classes.w9}>
      <W9Status w9={w9} />
      {switched && <p className={classes.quiet}>Only the contractor can hand in a tax form.</p>}
      <div className={classes.buttons}>
        {!switched && (
          <Button onClick={() => setOpen('form')}>
            {exists ? 'Submit a new W-9' : 'Complete the W-9'}
          </Button>
        )}
        {exists && reviews && <Button onClick={() => setOpen('review')}>Review the W-9</Button>}
        {exists && !reviews && w9.form !== null && (
          <Button variant="default" onClick={() => setOpen('copy')}>
            View the form
          </Button>
        )}
      </div>
      <Suspense>
        {open === 'form' && (
          <W9FormModal contractor={contractor} onClose={close} onSubmitted={renew} />
        )}
        {open === 'review' && (
          <W9ReviewModal contractorId={contractor.id} onClose={close} onSaved={renew} />
        )}
      </Suspense>
      {open === 'copy' && <W9ViewModal contractorId={contractor.id} w9={w9} onClose={close} />}
    </div>
  );
}
