import { useQuery } from '@tanstack/react-query';
import { Alert, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
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
import { w9MethodQuery, reviewQuery } from './w9-calls.ts';
import { W9Picture } from './w9-picture.tsx';
import { Rich } from '../../../ui/rich.tsx';
import classes from './w9-review.module.css';

interface W9FactsProps {
  contractorId: number;
  form: ReviewedW9;
}

const labels = { name: m.common_name(), company: m.common_company() };

/**
 * A form's status, contents, and differences from the contractor's data, with the contractor's bank
 * details.
 */
function W9Facts({ contractorId, form }: W9FactsProps) {
  return (
    <>
      {form.differences.length > 0 && <Differences form={form} />}
      <Facts
        facts={[
          [m.common_status(), <StatusBadge key="status" status={form.status} />],
          [
            m.payouts_submitted(),
            form.submittedAt === null ? m.common_never() : formatMoment(form.submittedAt),
          ],
          [m.common_name(), form.fullName],
          [m.payouts_w9_businessName(), form.companyName || m.common_none()],
          [m.payouts_review_classification(), form.taxClassification || m.payouts_w9_onForm()],
          [m.common_address(), form.address || m.payouts_w9_onForm()],
          [
            form.isSSN ? m.payouts_w9_ssn() : m.payouts_w9_ein(),
            form.tin === '' ? m.payouts_w9_onForm() : form.tin.replaceAll('*', '•'),
          ],
          [m.common_signedBy(), form.signature || m.payouts_w9_onForm()],
          ...reviewFacts(form),
          [m.payouts_review_paysTo(), <PaysTo key="bank" contractorId={contractorId} />],
        ]}
      />
    </>
  );
}

function reviewFacts({ reviewedAt, reviewedBy, reason, older }: ReviewedW9): [string, string][] {
  const facts: [string, string][] = [];
  if (reviewedAt !== null)
    facts.push([
      m.payouts_review_reviewed(),
      `${formatMoment(reviewedAt)}, ${reviewedBy || 'staff'}`,
    ]);
  if (reason !== '') facts.push([m.common_reason(), reason]);
  if (older !== 0)
    facts.push([
      m.payouts_review_previous(),
      formatCount(older, m.payouts_review_olderForm_one(), m.payouts_review_olderForm_many()),
    ]);
  return facts;
}

const Differences = ({ form: { differences, skipDifferences } }: { form: ReviewedW9 }) => (
  <Alert
    color={skipDifferences ? 'blue' : 'red'}
    icon={<IconAlertTriangle size={20} aria-hidden />}
    title={skipDifferences ? m.payouts_review_differSkipped() : m.common_namesDiffer()}
    mb="md"
  >
    <dl className={classes.differences}>
      {differences.map(({ field, form, contractor }) => (
        <div key={field}>
          <dt>{labels[field]}</dt>
          <dd>
            <span>
              <Rich
                text={m.payouts_review_formName({ form })}
                parts={{ strong: (words) => <strong>{words}</strong> }}
              />
            </span>
            <span>
              <Rich
                text={m.payouts_review_contractorName({
                  contractor: contractor || m.common_none_inline(),
                })}
                parts={{ strong: (words) => <strong>{words}</strong> }}
              />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  </Alert>
);

function PaysTo({ contractorId }: { contractorId: number }) {
  const { data, isError } = useQuery(w9MethodQuery(contractorId));
  if (isError) return m.payouts_review_loadFailed();
  if (data === undefined) return m.common_loading();
  return 'payoutMethod' in data
    ? `${data.bankName}, ${data.accNumber} (${data.accHolderName})`
    : m.payouts_review_noBank();
}

interface W9ReviewModalProps {
  contractorId: number;
  onClose: () => void;
  onSaved?: () => unknown;
}

/**
 * Reviews a contractor's W-9, for staff with `payout-tax` `manage_access`: the form, its
 * differences, and the decision.
 */
export function W9ReviewModal({ contractorId, onClose, onSaved }: W9ReviewModalProps) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const form = useQuery(reviewQuery(contractorId));
  const status = form.error instanceof ApiError ? form.error.status : null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.payouts_review_title()}
      size={1120}
      fullScreen={narrow}
    >
      {form.isPending && <SkeletonRows columns={2} rows={6} />}
      {status === 403 && <NoAccessState text={m.payouts_review_locked()} />}
      {status === 404 && (
        <EmptyState title={m.payouts_review_notFound()} text={m.payouts_review_notFoundText()} />
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
        title={m.payouts_review_none()}
        text={m.payouts_review_noneText({
          contractorCompany: form.contractorCompany,
        })}
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
