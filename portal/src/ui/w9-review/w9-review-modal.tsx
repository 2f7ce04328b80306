import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReviewedW9 } from '@lintel/contract/payouts-w9';
import { ApiError } from '../../lib/api/api-error.ts';
import { SkeletonRows } from '../skeleton-rows.tsx';
import { EmptyState, ErrorState, NoAccessState } from '../states.tsx';
import { DecisionForm } from './decision-form.tsx';
import { reviewQuery } from './w9-calls.ts';
import { W9Facts } from './w9-facts.tsx';
import { W9Picture } from './w9-picture.tsx';
import classes from './w9-review.module.css';

interface Props {
  contractorId: number;
  onClose: () => void;
  /** After a decision was saved. */
  onSaved?: () => unknown;
}

/**
 * The review of a contractor's W-9, for staff with `payout-tax` `manage_access`: the form, how it
 * differs, and the decision.
 */
export function W9ReviewModal({ contractorId, onClose, onSaved }: Props) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const form = useQuery(reviewQuery(contractorId));
  const status = form.error instanceof ApiError ? form.error.status : null;
  return (
    <Modal opened onClose={onClose} title="W-9 review" size={1120} fullScreen={narrow}>
      {form.isPending && <SkeletonRows columns={2} rows={6} />}
      {status === 403 && (
        <NoAccessState text="Tax forms are reviewed by staff who manage payouts." />
      )}
      {status === 404 && (
        <EmptyState title="Contractor not found" text="There is no such contractor any more." />
      )}
      {form.isError && status !== 403 && status !== 404 && (
        <ErrorState onRetry={() => void form.refetch()} />
      )}
      {form.data && (
        <Review contractorId={contractorId} form={form.data} onClose={onClose} onSaved={onSaved} />
      )}
    </Modal>
  );
}

interface ReviewProps extends Pick<Props, 'contractorId' | 'onClose'> {
  form: ReviewedW9;
  onSaved: Props['onSaved'];
}

function Review({ contractorId, form, onClose, onSaved }: ReviewProps) {
  if (form.status === 'Not found')
    return (
      <EmptyState
        title="No W-9 yet"
        text={`${form.contractorCompany} has not handed in a tax form.`}
      />
    );
  const saved = (): void => {
    void onSaved?.();
    onClose();
  };
  return (
    <div className={classes.review}>
      <W9Picture
        path={`/manage/contractor/${contractorId}/w9/preview`}
        version={form.submittedAt ?? ''}
        pdf={form.form}
      />
      <div className={classes.side}>
        <W9Facts contractorId={contractorId} form={form} />
        <DecisionForm contractorId={contractorId} form={form} onSaved={saved} />
      </div>
    </div>
  );
}
