import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import * as m from '#messages';
import type { Session } from '@lintel/contract/identity/sessions';
import { useSession } from '../../lib/session.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useContractorWidgets, prefetchWidgets } from './use-contractor-widgets.ts';
import { WidgetCards, type Widget } from './widget-cards.tsx';
import classes from './dashboard.module.css';

const loadCards = () => import('./cards.ts');
const LoadFailure = lazy(() => loadCards().then((cards) => ({ default: cards.LoadFailure })));
const TodayPanel = lazy(() => loadCards().then((cards) => ({ default: cards.TodayPanel })));
const DeskCard = lazy(() => loadCards().then((cards) => ({ default: cards.DeskCard })));
const FirstSteps = lazy(() => loadCards().then((cards) => ({ default: cards.FirstSteps })));
const GuaranteeCard = lazy(() => loadCards().then((cards) => ({ default: cards.GuaranteeCard })));

/**
 * The cards below the first screen render in small steps afterward, so that the top is ready
 * sooner.
 */
function CardsBelow({ widgets }: { widgets: readonly Widget[] }) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setDrawn(true))), []);
  if (!drawn) return <div className={classes.below} />;
  return <WidgetCards widgets={widgets} />;
}

/** The contractor's next steps, and the progress of the guarantee. */
function ContractorDashboard({
  session,
  contractorId,
}: {
  session: Session;
  contractorId: number;
}) {
  const { widgets, access, hasPages, guarantee, loading, failed, retry } = useContractorWidgets(
    session,
    contractorId,
  );
  if (loading) return null;
  const has = (key: string): boolean => widgets.some((widget) => widget.key === key);
  const contractorWithPages = hasPages && !has('manage-pages') ? contractorId : null;
  const today = access.figures && (
    <div className={classes.today}>
      <Suspense>
        <TodayPanel userId={session.user.id} contractorWithPages={contractorWithPages} />
      </Suspense>
    </div>
  );
  // Creating a page to apply on comes first.
  const isLater = has('create-page');
  return (
    <div className={classes.stack}>
      {failed && (
        <Suspense>
          <LoadFailure onRetry={retry} />
        </Suspense>
      )}
      {access.pages && <FirstSteps contractorId={contractorId} />}
      {!isLater && today}
      {access.desk && <DeskCard userId={session.user.id} />}
      {isLater ? <WidgetCards widgets={widgets} /> : <CardsBelow widgets={widgets} />}
      {isLater && today}
      {guarantee && (guarantee.refund > 0 || guarantee.claim) && (
        <Suspense>
          <GuaranteeCard contractorId={contractorId} guarantee={guarantee} />
        </Suspense>
      )}
    </div>
  );
}

// The staff cards include forms that contractors never use.
const loadStaffDashboard = () => import('./staff-dashboard.tsx');
const StaffDashboard = lazy(() =>
  loadStaffDashboard().then((module) => ({ default: module.StaffDashboard })),
);

/** Prefetches the cards' data. */
export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor !== null) {
    void loadCards();
    return prefetchWidgets(client, session, session.contractor.id);
  }
  return (await loadStaffDashboard()).prefetchStaffCards(client, session);
};

/** The start page: a greeting and the next steps. */
export function DashboardPage() {
  const session = useSession();
  const { contractor, user } = session;
  return (
    <>
      <PageHeader
        title={m.dashboard_hello({ firstname: user.firstname })}
        purpose={
          contractor === null
            ? m.dashboard_purpose_staff()
            : m.dashboard_purpose_contractor({ companyName: contractor.companyName })
        }
      />
      {contractor === null ? (
        <Suspense>
          <StaffDashboard session={session} />
        </Suspense>
      ) : (
        <Suspense>
          <ContractorDashboard session={session} contractorId={contractor.id} />
        </Suspense>
      )}
    </>
  );
}
