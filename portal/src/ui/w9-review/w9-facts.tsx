import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReviewedW9 } from '@lintel/contract/payouts-w9';
import { formatMoment } from '../../lib/format-moment.ts';
import { formatCount } from '../../lib/format.ts';
import { Facts } from '../facts.tsx';
import { IconAlertTriangle } from '../icons.ts';
import { StatusBadge } from '../status-badge.tsx';
import { methodOfQuery } from './w9-calls.ts';
import classes from './w9-review.module.css';

interface Props {
  contractorId: number;
  form: ReviewedW9;
}

const labels = { name: 'Name', company: 'Company' };

/**
 * How a form stands, what is on it and where it differs from the contractor, with where the
 * contractor is paid.
 */
export function W9Facts({ contractorId, form }: Props) {
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
  return [
    ...(reviewedAt === null
      ? []
      : [
          ['Reviewed', `${formatMoment(reviewedAt)}, ${reviewedBy || 'staff'}`] as [string, string],
        ]),
    ...(reason === '' ? [] : [['Reason', reason] as [string, string]]),
    ...(older === 0 ? [] : [['Kept', formatCount(older, 'older form')] as [string, string]]),
  ];
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
