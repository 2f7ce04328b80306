import { PageHeader } from '../../ui/page-header.tsx';
import type { ReportQuery } from './api/get-applications.ts';
import { CreditDecisionGuide } from './credit-decision.tsx';
import { ExportMenu } from './export/export-menu.tsx';
import { ExportProgress } from './export/export-progress.tsx';
import { useExport } from './export/use-export.ts';

export const reportWords = {
  title: 'Applications',
  purpose: 'Homeowners who applied through your pages, and what became of it.',
};

/** The head of the report: what its words mean, and its export with how far that is. */
export function ReportHead({ userId, query }: { userId: number; query: ReportQuery }) {
  const { progress, start, cancel } = useExport(userId, query);
  const actions = (
    <>
      <CreditDecisionGuide />
      <ExportMenu busy={progress !== null} onExport={start} />
    </>
  );
  return (
    <>
      <PageHeader {...reportWords} action={actions} />
      {progress !== null && <ExportProgress progress={progress} onCancel={cancel} />}
    </>
  );
}
