import type { ReactNode } from 'react';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import { may, useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NoPagesNotice, PageSelector, useChosenPage } from '../../ui/page-selector.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState, NoAccessState } from '../../ui/states.tsx';
import { pageNamesQuery } from '../pages/index.ts';
import classes from './marketing.module.css';

/** The contractor's pages. A failure appears in place, without a toast. */
export const materialPagesQuery = (contractorId: number) => pageNamesQuery(contractorId, [500]);

/** The contractor and page of the materials, and the current account. */
export interface MarketingLink {
  contractorId: number;
  userId: number;
  pageId: number;
}

interface Props<Page> {
  title: string;
  purpose: string;
  /** The notice shown when there is no page. */
  notice: { title?: string; text: string };
  pages: (
    contractorId: number,
  ) => UseQueryOptions<{ data: Page[] }, Error, { data: Page[] }, (string | number)[]>;
  children: (place: MarketingLink, page: Page) => ReactNode;
}

type PageName = { id: number; pageName: string };

/** Loads the contractor's pages while the preloader shows. */
export const loadPageNames = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor !== null)
    await client.prefetchQuery(materialPagesQuery(session.contractor.id));
};

/** A screen of materials that belong to one of the contractor's pages. */
export function MarketingPage<Page extends PageName>({ title, purpose, ...others }: Props<Page>) {
  const { contractor } = useSession();
  return (
    <>
      <PageHeader title={title} purpose={purpose} />
      {contractor === null ? (
        <NoContractor />
      ) : (
        <Pages key={contractor.id} contractorId={contractor.id} {...others} />
      )}
    </>
  );
}

/** Staff on their own account have no materials. */
function NoContractor() {
  const toContractors = may(useSession(), staffWith(['manage-contractors', 'access'])) && (
    <Link to="/manage/contractors">{m.common_goToContractors()}</Link>
  );
  return (
    <Card>
      <NoAccessState text={m.marketing_contractorOnly()} action={toContractors} />
    </Card>
  );
}

type PagesProps<Page> = Omit<Props<Page>, 'title' | 'purpose'> & { contractorId: number };

function Pages<Page extends PageName>({ contractorId, notice, pages, children }: PagesProps<Page>) {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(pages(contractorId));
  if (data === undefined)
    return (
      <Card>
        {error ? (
          <ErrorState text={error.message} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows columns={2} rows={6} />
        )}
      </Card>
    );
  if (data.data.length === 0) return <NoPagesNotice {...notice} />;
  return (
    <ChosenPage contractorId={contractorId} pages={data.data}>
      {(page) => children({ contractorId, userId: user.id, pageId: page.id }, page)}
    </ChosenPage>
  );
}

interface ChosenPageProps<Page> {
  contractorId: number;
  pages: readonly Page[];
  children: (page: Page) => ReactNode;
}

/** One of the contractor's pages, with a selector above it if there are several. */
function ChosenPage<Page extends { id: number; pageName: string }>({
  contractorId,
  pages,
  children,
}: ChosenPageProps<Page>) {
  const { page, choose } = useChosenPage(contractorId, pages);
  if (page === undefined) return null;
  return (
    <>
      <div className={classes.toolbar}>
        <PageSelector pages={pages} value={page.id} onChange={choose} />
      </div>
      {children(page)}
    </>
  );
}
