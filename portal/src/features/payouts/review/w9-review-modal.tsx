import { useQuery } from '@tanstack/react-query';
import { Alert, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReviewedW9 } from '@lintel/contract/payouts/w9';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatCount } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState, NoAccessState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { DecisionForm } from './decision-form.tsx';
import { methodOfQuery, reviewQuery } from './w9-calls.ts';
import { W9Picture } from './w9-picture.tsx';
import classes from './w9-review.module.css';

interface W9FactsProps {
  contractorId: number;
  form: ReviewedW9;
}

const labels = { name: 'Name', company: 'Company' };

/**
 * How a form stands, what is on it and where it differs from the contractor, with where the
 * contractor is paid.
 */
function W9Facts({ contractorId, form }: W9FactsProps) {
  return (
    <>
      {form.differences.length > 0 && <Differences form={form} />}
      <Facts
        facts={[
          ['Status', <StatusBadge key="status" status={form.status} />],
          ['Submitted', form.submittedAt === null ? 'Never' : formatMoment(form.submittedAt)],
          ['Name', form.fullName],
          ['Business name', form.companyName || 'None'],
          ['Classification', form.taxClassification || 'On the form'],
          ['Address', form.address || 'On the form'],
          [
            form.isSSN ? 'SSN' : 'EIN',
            form.tin === '' ? 'On the form' : form.tin.replaceAll('*', '•'),
          ],
          ['Signed by', form.signature || 'On the form'],
          ...reviewFacts(form),
          ['Pays to', <PaysTo key="bank" contractorId={contractorId} />],
        ]}
      />
    </>
  );
}

function reviewFacts({ reviewedAt, reviewedBy, reason, older }: ReviewedW9): [string, string][] {
  const facts: [string, string][] = [];
  if (reviewedAt !== null)
    facts.push(['Reviewed', `${formatMoment(reviewedAt)}, ${reviewedBy || 'staff'}`]);
  if (reason !== '') facts.push(['Reason', reason]);
  if (older !== 0) facts.push(['Kept', formatCount(older, 'older form')]);
  return facts;
}

const Differences = ({ form: { differences, skipDifferences } }: { form: ReviewedW9 }) => (
  <Alert
    color={skipDifferences ? 'blue' : 'red'}
    icon={<IconAlertTriangle size={20} aria-hidden />}
    title={skipDifferences ? 'The names differ; that is skipped' : 'The names differ'}
    mb="md"
  >
    <dl className={classes.differences}>
      {differences.map(({ field, form, contractor }) => (
        <div key={field}>
          <dt>{labels[field]}</dt>
          <dd>
            <span>
              On the form: <strong>{form}</strong>
            </span>
            <span>
              Contractor: <strong>{contractor || 'none'}</strong>
            </span>
          </dd>
        </div>
      ))}
    </dl>
  </Alert>
);

function PaysTo({ contractorId }: { contractorId: number }) {
  const { data, isError } = useQuery(methodOfQuery(contractorId));
  if (isError) return 'Could not be loaded';
  if (data === undefined) return 'Loading…';
  return 'payoutMethod' in data
    ? `${data.bankName}, ${data.accNumber} (${data.accHolderName})`
    : 'No bank details';
}

interface W9ReviewModalProps {
  contractorId: number;
  onClose: () => void;
  /** After a decision was saved. */
  onSaved?: () => unknown;
}

/**
 * The review of a contractor's W-9, for staff with `payout-tax` `manage_access`: the form, how it
 * differs, and the decision.
 */
export function W9ReviewModal({ contractorId, onClose, onSaved }: W9ReviewModalProps) {
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
        <EmptyState title="Contractor not found" text="This contractor no longer exists." />
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

interface ReviewProps extends Pick<W9ReviewModalProps, 'contractorId' | 'onClose'> {
  form: ReviewedW9;
  onSaved: W9ReviewModalProps['onSaved'];
}

function Review({ contractorId, form, onClose, onSaved }: ReviewProps) {
  if (form.status === 'Not found')
    return (
      <EmptyState
        title="No W-9 yet"
        text={`${form.contractorCompany} has not submitted a tax form.`}
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
