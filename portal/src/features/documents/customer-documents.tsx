import { useQuery, type QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { canBeFinanced } from '@lintel/contract/documents/lifecycle';
import type { DocumentRow } from '@lintel/contract/documents/views';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { may, useSession } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { MonthlyPayment } from '../../ui/monthly-payment.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { DocumentStatusBadges, documentName } from './document-labels.tsx';
import { documentsView } from './documents-view.ts';
import { changing, documentsQuery } from './requests.ts';
import classes from './documents.module.css';

/** How many the customer's page shows; the list has all of them. */
const shown = 10;

const customerDocumentsQuery = (userId: number, customerId: number) =>
  documentsQuery(userId, { ...documentsView.standard, customerId, limit: shown });

export const prefetchDocuments = (
  client: QueryClient,
  userId: number,
  customerId: number,
): Promise<void> => client.prefetchQuery(customerDocumentsQuery(userId, customerId));

/** A customer's estimates and invoices, by last activity. */
export function CustomerDocuments({ customerId }: { customerId: number }) {
  const session = useSession();
  const { data, isError, isPending, refetch } = useQuery(
    customerDocumentsQuery(session.user.id, customerId),
  );
  return (
    <Card title={m.common_documents()}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {isPending && <SkeletonRows columns={1} rows={2} />}
      {data?.total === 0 && <p className={classes.quiet}>{m.documents_none()}</p>}
      {data !== undefined && data.total > 0 && (
        <ul className={classes.ofCustomer} aria-label={m.common_documents()}>
          {data.data.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
      )}
      <p className={classes.begin}>
        {may(session, changing) && (
          <>
            <NewDocumentButton kind="estimate" customerId={customerId} />
            <NewDocumentButton kind="invoice" customerId={customerId} />
          </>
        )}
        {data !== undefined && data.total > shown && (
          <Link to="/documents" search={{ customerId: String(customerId) }}>
            {m.documents_allDocuments()}
          </Link>
        )}
      </p>
    </Card>
  );
}

const NewDocumentButton = ({
  kind,
  customerId,
}: Pick<DocumentRow, 'kind'> & { customerId: number }) => (
  <Link to="/documents/new" search={{ kind, customer: String(customerId) }} look="outline">
    {kind === 'estimate' ? m.documents_newEstimate() : m.documents_newInvoice()}
  </Link>
);

const Line = ({ row }: { row: DocumentRow }) => (
  <li>
    <span className={classes.cardHead}>
      <Link to={`/documents/${row.id}`}>{documentName(row)}</Link>
      <strong>{formatMoney(row.total)}</strong>
    </span>
    <span className={classes.cardFoot}>
      <span className={classes.badges}>
        <DocumentStatusBadges row={row} />
      </span>
      <small>{[row.projectName, formatDate(row.updatedAt)].filter(Boolean).join(' · ')}</small>
    </span>
    {canBeFinanced(row.status) && (
      <MonthlyPayment amount={row.balance} customerId={row.customerId} />
    )}
  </li>
);
