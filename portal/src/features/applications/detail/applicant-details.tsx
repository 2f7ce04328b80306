import * as m from '#messages';
import type { ApplicationDetails } from '@lintel/contract/applications/application-detail';
import { formatDateTime } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';

/** For staff: that the homeowner gave details for lenders, and when; no one can read their values. */
export function ApplicantDetailsCard({
  details,
}: {
  details: ApplicationDetails['applicantDetails'];
}) {
  if (details === null) return null;
  const { givenAt, erasedAt } = details;
  return (
    <Card title={m.applications_given_title()} text={m.applications_given_help()}>
      <p>{m.applications_given_at({ date: formatDateTime(givenAt) })}</p>
      {erasedAt !== null && (
        <p>{m.applications_given_erased({ date: formatDateTime(erasedAt) })}</p>
      )}
    </Card>
  );
}
