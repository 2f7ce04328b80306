import { useEffect, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import { viewAccess } from '@lintel/contract/core/access';
import { canBeFinanced } from '@lintel/contract/documents/lifecycle';
import type { FullDocument } from '@lintel/contract/documents/views';
import { ApiError } from '../../../lib/api/api-error.ts';
import { may, useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { IconArrowLeft } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { MonthlyPayment } from '../../../ui/monthly-payment.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { DocumentStatusBadges, documentName } from '../document-labels.tsx';
import { FromQuickDocument, NewDocument } from '../editor/editor-page.tsx';
import { changing, documentQuery } from '../requests.ts';
import { DocumentActions } from './actions.tsx';
import { AnswerCard, HistoryCard, LinkCard } from './history.tsx';
import { Paper } from './paper.tsx';
import { PaymentsCard } from './payments-card.tsx';
import { DiscardChanges } from './small-actions.tsx';
import classes from './document.module.css';

const route = getRouteApi('/portal/documents/$id');
const customerAccess = viewAccess('customers');

/** One document, or a new one. */
export function DocumentPage() {
  const { id } = route.useParams();
  const { kind, customer, kept, quick } = route.useSearch();
  const { user } = useSession();
  if (id !== 'new') return <Loaded key={id} id={Number(id)} userId={user.id} />;
  const customerId = Number(customer);
  const type = kind === 'invoice' ? 'invoice' : 'estimate';
  if (Number(quick) > 0) return <FromQuickDocument kind={type} pageId={Number(quick)} />;
  return (
    <NewDocument
      key={`${String(kind)} ${String(kept)}`}
      kind={type}
      customerId={customerId > 0 ? customerId : undefined}
      place={typeof kept === 'string' ? kept : undefined}
    />
  );
}

const Back = () => (
  <p className={classes.back}>
    <Link to="/documents">
      <IconArrowLeft size={16} aria-hidden /> {m.documents_allDocuments()}
    </Link>
  </p>
);

function Loaded({ id, userId }: { id: number; userId: number }) {
  const { data, error, isPending, refetch } = useQuery(documentQuery(userId, id));
  if (data !== undefined) return <DocumentDetail document={data} userId={userId} />;
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
  return (
    <>
      <Back />
      <PageHeader title={m.common_document()} />
      <Card>
        {isPending && <SkeletonRows columns={2} rows={8} />}
        {isMissing && (
          <EmptyState title={m.documents_one_notFound()} text={m.documents_one_notFoundText()} />
        )}
        {error !== null && !isMissing && <ErrorState onRetry={() => void refetch()} />}
      </Card>
    </>
  );
}

function DocumentDetail({ document, userId }: { document: FullDocument; userId: number }) {
  const mayChange = may(useSession(), changing);
  const { send } = route.useSearch();
  const navigate = route.useNavigate();
  const [opensSending] = useState(send !== undefined);
  // Only once: after a reload, the page shows the document alone.
  useEffect(() => {
    if (send !== undefined) void navigate({ search: {}, replace: true });
  }, [send, navigate]);
  return (
    <>
      <Back />
      <PageHeader
        title={
          <span className={classes.title}>
            {documentName(document)}
            <span className={classes.badges}>
              <DocumentStatusBadges row={document} />
            </span>
          </span>
        }
        purpose={<Purpose document={document} />}
        action={
          <DocumentActions
            document={document}
            userId={userId}
            mayChange={mayChange}
            opensSending={opensSending}
          />
        }
      />
      {!mayChange && <Banner>{m.documents_readOnly()}</Banner>}
      {document.hasUnsentChanges && (
        <Banner action={mayChange && <DiscardChanges document={document} userId={userId} />}>
          {m.documents_one_changedSinceSent()}
        </Banner>
      )}
      {document.status === 'void' && (
        <Banner>{m.documents_one_voided({ reason: document.voidReason })}</Banner>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <Paper document={document} />
        </div>
        <div className={classes.column}>
          <Financing document={document} />
          <PaymentsCard document={document} userId={userId} mayChange={mayChange} />
          <AnswerCard document={document} />
          <LinkCard document={document} />
          <HistoryCard document={document} />
        </div>
      </div>
    </>
  );
}

/** The monthly payment for the open amount, while it can be financed. */
function Financing({ document: { pageId, status, balance, customerId } }: Props) {
  if (pageId === null || !canBeFinanced(status)) return null;
  return <MonthlyPayment amount={balance} customerId={customerId} />;
}
interface Props {
  document: FullDocument;
}

const Banner = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={classes.banner} role="status">
    <span>{children}</span>
    {action}
  </div>
);

/** The document's customer, and its source or resulting document. */
function Purpose({ document }: { document: FullDocument }) {
  const { customerId, customerName, estimate, invoice, projectName } = document;
  const isLinked = may(useSession(), customerAccess) && customerId !== null;
  const name = customerName || m.common_unnamed();
  return (
    <span className={classes.purpose}>
      {isLinked ? <Link to={`/customers/${customerId}`}>{name}</Link> : <span>{name}</span>}
      {projectName !== '' && <span>{projectName}</span>}
      {estimate !== null && (
        <Link to={`/documents/${estimate.id}`}>
          {m.documents_one_madeFrom({
            name: documentName({ kind: 'estimate', number: estimate.number }),
          })}
        </Link>
      )}
      {invoice !== null && (
        <Link to={`/documents/${invoice.id}`}>
          {m.documents_one_became({
            name: documentName({ kind: 'invoice', number: invoice.number }),
          })}
        </Link>
      )}
    </span>
  );
}
