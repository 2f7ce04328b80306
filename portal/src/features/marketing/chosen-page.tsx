import type { ReactNode } from 'react';
import { PageSelector, useChosenPage } from '../../ui/page-selector.tsx';
import classes from './marketing.module.css';

interface Props<Page> {
  contractorId: number;
  pages: readonly Page[];
  children: (page: Page) => ReactNode;
}

/** One of the contractor's pages, with the selector above it when there are several. */
export function ChosenPage<Page extends { id: number; pageName: string }>({
  contractorId,
  pages,
  children,
}: Props<Page>) {
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
