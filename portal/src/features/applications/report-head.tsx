import { PageHeader } from '../../ui/page-header.tsx';
import type { ReportQuery } from './api/get-applications.ts';
import { CreditDecisionGuide } from './credit-decision.tsx';
import { ExportMenu } from './export-menu.tsx';

export const reportWords = {
  title: 'Applications',
  purpose: 'Homeowners who applied through your pages, and what became of it.',
};

/** The head of the report: what its words mean, and its export. */
export const ReportHead = ({ userId, query }: { userId: number; query: ReportQuery }) => (
  <PageHeader
    {...reportWords}
    action={
      <>
        <CreditDecisionGuide />
        <ExportMenu userId={userId} query={query} />
      </>
    }
  />
);
