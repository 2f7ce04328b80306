import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { accessTo, staffWith } from '@lintel/contract/core/access';
import { may, useSession } from '../../../lib/session.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { Link } from '../../../ui/link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PageSelector, useChosenPage } from '../../../ui/page-selector.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState, NoAccessState } from '../../../ui/states.tsx';
import { pageNamesQuery } from '../../pages/index.ts';
import { InvoiceForm } from './invoice-form.tsx';
import classes from './invoices.module.css';

const purpose = m.documents_quick_purpose();

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor !== null)
    await client.prefetchQuery(pageNamesQuery(session.contractor.id));
};

/** The contractor's quick invoices and estimates. */
export function InvoicePage() {
  const { contractor } = useSession();
  return (
    <>
      <PageHeader title={m.screens_invoiceEstimate()} purpose={purpose} />
      {contractor === null ? (
        <NoContractor />
      ) : (
        <Pages key={contractor.id} contractorId={contractor.id} />
      )}
    </>
  );
}

function NoContractor() {
  const toContractors = may(useSession(), staffWith(['manage-contractors', 'access'])) && (
    <Link to="/manage/contractors">{m.common_goToContractors()}</Link>
  );
  return (
    <Card>
      <NoAccessState text={m.documents_quick_contractorOnly()} action={toContractors} />
    </Card>
  );
}

function Pages({ contractorId }: { contractorId: number }) {
  const pages = useQuery(pageNamesQuery(contractorId));
  if (pages.data) return <ContractorPages contractorId={contractorId} pages={pages.data.data} />;
  return (
    <Card>
      {pages.error ? (
        <ErrorState text={pages.error.message} onRetry={() => void pages.refetch()} />
      ) : (
        <SkeletonRows columns={2} rows={6} />
      )}
    </Card>
  );
}

interface PagesProps {
  contractorId: number;
  pages: readonly { id: number; pageName: string }[];
}

/** The form for one of the pages; without a page, the first step. */
function ContractorPages({ contractorId, pages }: PagesProps) {
  const session = useSession();
  const { page, choose } = useChosenPage(contractorId, pages);
  if (page === undefined) {
    const toPage = may(session, accessTo('co-branded')) && (
      <Link to="/co-branded" look="button">
        {m.common_page_setUp()}
      </Link>
    );
    return (
      <Card>
        <EmptyState
          title={m.common_page_setUpFirst()}
          text={m.documents_quick_pageNeeded()}
          action={toPage}
        />
      </Card>
    );
  }
  return (
    <>
      <div className={classes.toolbar}>
        <PageSelector pages={pages} value={page.id} onChange={choose} />
      </div>
      <InvoiceForm
        key={page.id}
        contractorId={contractorId}
        pageId={page.id}
        userId={session.user.id}
      />
    </>
  );
}
