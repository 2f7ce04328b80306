import { lazy, Suspense, useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Modal, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import { payoutAccess } from '@lintel/contract/payouts/access';
import type { readW9, W9 } from '@lintel/contract/payouts/w9';
import { call } from '../../lib/api/call.ts';
import { formatBusinessDate } from '../../lib/format.ts';
import { may, useSession } from '../../lib/session.ts';
import { LockableCard } from '../../ui/editable-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { w9Key } from './review/w9-calls.ts';
import { W9Picture } from './review/w9-picture.tsx';
import { useOpenFromLink } from './use-open-from-link.ts';
import classes from './payouts.module.css';

const get = call<typeof readW9>({ method: 'GET', path: '/contractor/{id}/w9' });

/** A contractor's W-9, with a copy that omits the tax number. */
export const w9Query = (id: number) =>
  queryOptions({
    queryKey: [...w9Key, 'own', id],
    queryFn: ({ signal }) => get({ params: { id } }, { signal }),
  });

const held = m.payouts_w9_heldNotice();

/** Explains the status to the contractor. */
function statusDescription({ status, submittedAt }: W9): string {
  if (status === 'Not found' || status === 'Rejected') return held;
  if (status === 'Pending') return m.payouts_w9_verifying();
  return m.payouts_w9_verified({
    day: submittedAt === null ? '' : formatBusinessDate(submittedAt),
  });
}

/** The W-9's status and details. */
function W9Status({ w9 }: { w9: W9 }) {
  const { status, fullName, companyName, isSSN, tin, reason, submittedAt } = w9;
  return (
    <>
      <div className={classes.status}>
        <StatusBadge status={status} />
        <span>{statusDescription(w9)}</span>
      </div>
      {reason !== '' && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title={m.payouts_w9_rejected()}
          w="100%"
        >
          {reason}
        </Alert>
      )}
      {status !== 'Not found' && (
        <Facts
          facts={[
            [m.common_name(), fullName],
            [m.payouts_w9_businessName(), companyName || m.common_none()],
            [
              isSSN ? m.payouts_w9_ssn() : m.payouts_w9_ein(),
              tin === '' ? m.payouts_w9_onForm() : tin.replaceAll('*', '•'),
            ],
            [m.payouts_submitted(), submittedAt === null ? '' : formatBusinessDate(submittedAt)],
          ]}
        />
      )}
    </>
  );
}

interface W9ViewModalProps {
  contractorId: number;
  w9: W9;
  onClose: () => void;
}

/** The submitted form, without its tax number. */
function W9ViewModal({ contractorId, w9, onClose }: W9ViewModalProps) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  return (
    <Modal opened onClose={onClose} title={m.payouts_w9_formTitle()} size={820} fullScreen={narrow}>
      <W9Picture
        path={`/contractor/${contractorId}/w9/preview`}
        version={w9.submittedAt ?? ''}
        pdf={w9.form}
      />
    </Modal>
  );
}

const W9FormModal = lazy(() =>
  import('./form/w9-form-modal.tsx').then((module) => ({ default: module.W9FormModal })),
);
const W9ReviewModal = lazy(() =>
  import('./review/w9-review-modal.tsx').then((module) => ({
    default: module.W9ReviewModal,
  })),
);

interface W9CardProps {
  contractor: Contractor;
}

/**
 * The contractor's W-9. The contractor completes it and sees a copy; staff who are switched in
 * review it.
 */
export function W9Card({ contractor }: W9CardProps) {
  const w9 = useQuery(w9Query(contractor.id));
  return (
    <LockableCard name="w9" title={m.payouts_w9_title()}>
      {w9.isError && <ErrorState onRetry={() => void w9.refetch()} />}
      {w9.isPending && <SkeletonRows columns={2} rows={4} />}
      {w9.data && <Loaded contractor={contractor} w9={w9.data} />}
    </LockableCard>
  );
}

type Open = 'form' | 'copy' | 'review' | null;

function Loaded({ contractor, w9 }: W9CardProps & { w9: W9 }) {
  const session = useSession();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const { switched } = session;
  const reviews = switched && may(session, payoutAccess.reviewing);
  const exists = w9.status !== 'Not found';
  useOpenFromLink('w9', !switched, () => setOpen('form'));
  const close = (): void => setOpen(null);
  const renew = (): Promise<void> => client.invalidateQueries({ queryKey: ['payouts'] });
  return (
    <div className={classes.w9}>
      <W9Status w9={w9} />
      {switched && <p className={classes.quiet}>{m.payouts_w9_contractorOnly()}</p>}
      <div className={classes.buttons}>
        {!switched && (
          <Button onClick={() => setOpen('form')}>
            {exists ? m.payouts_w9_submitNew() : m.payouts_w9_complete()}
          </Button>
        )}
        {exists && reviews && (
          <Button onClick={() => setOpen('review')}>{m.payouts_w9_review()}</Button>
        )}
        {exists && !reviews && w9.form !== null && (
          <Button variant="default" onClick={() => setOpen('copy')}>
            {m.payouts_w9_viewForm()}
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
