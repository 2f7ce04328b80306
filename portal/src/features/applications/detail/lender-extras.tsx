import * as m from '#messages';
import type { ApplicationDetails } from '@lintel/contract/applications/application-detail';
import { formatDateTime } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';

/** For staff: what lenders sent beyond the protocol. */
export function LenderExtrasCard({ extras }: { extras: ApplicationDetails['lenderExtras'] }) {
  if (extras.length === 0) return null;
  return (
    <Card title={m.applications_extras_title()} text={m.applications_extras_help()}>
      {extras.map(({ key, lender, type, at, fields }) => (
        <details key={key}>
          <summary>
            {m.applications_extras_event({ lender, type, date: formatDateTime(at) })}
          </summary>
          <Facts facts={fields.map(({ name, value }) => [name, value])} />
        </details>
      ))}
    </Card>
  );
}
