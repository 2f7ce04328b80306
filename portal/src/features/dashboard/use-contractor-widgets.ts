import { useQuery, type QueryClient } from '@tanstack/react-query';
import { accessTo, companyAccessTo, readingOf } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity';
import { may } from '../../lib/session.ts';
import { analyticsQuery } from './api/get-analytics.ts';
import { guaranteeQuery } from './api/guarantee.ts';
import { cardDaysQuery } from './api/get-card.ts';
import { pagesQuery } from './api/get-pages.ts';
import { payoutStateQuery } from './api/get-payout-state.ts';
import { pageWidget } from './page-widgets.ts';
import { paymentWidget } from './payment-widget.ts';
import { payoutWidgets } from './payout-widgets.ts';
import { toolWidgets } from './tool-widgets.ts';
import type { Widget } from './widget.ts';

/** What the account may see of each card's source. */
const opened = (session: Session) => ({
  pages: may(session, accessTo('co-branded')),
  figures: may(session, readingOf('reports-applications')),
  card: may(session, accessTo('card-payments')),
  payouts: may(session, accessTo('payout-tax')),
  guarantee: may(session, companyAccessTo('card-payments')),
});

/** Starts all that the cards need, at once. */
export async function prefetchWidgets(
  client: QueryClient,
  session: Session,
  contractorId: number,
): Promise<void> {
  const { pages, figures, card, payouts, guarantee } = opened(session);
  await Promise.all([
    pages && client.prefetchQuery(pagesQuery(contractorId)),
    figures && client.prefetchQuery(analyticsQuery(contractorId)),
    card && client.prefetchQuery(cardDaysQuery(session.user.id)),
    payouts && client.prefetchQuery(payoutStateQuery(contractorId)),
    guarantee && client.prefetchQuery(guaranteeQuery(contractorId)),
  ]);
}

/** The cards of a contractor. One whose source fails is left out, and `failed` says so. */
export function useContractorWidgets(session: Session, contractorId: number) {
  const {
    pages: seesPages,
    figures: seesFigures,
    card: seesCard,
    payouts: seesPayouts,
    guarantee: seesGuarantee,
  } = opened(session);
  const pages = useQuery({ ...pagesQuery(contractorId), enabled: seesPages });
  const analytics = useQuery({ ...analyticsQuery(contractorId), enabled: seesFigures });
  const card = useQuery({ ...cardDaysQuery(session.user.id), enabled: seesCard });
  const payouts = useQuery({ ...payoutStateQuery(contractorId), enabled: seesPayouts });
  const guarantee = useQuery({ ...guaranteeQuery(contractorId), enabled: seesGuarantee });
  const asked = [pages, analytics, card, payouts, guarantee];
  const payment = card.data && paymentWidget(card.data.days);
  const page = pageWidget(pages.data?.data, analytics.data);
  const widgets: Widget[] = [
    ...(page && !pages.isError ? [page] : []),
    ...(payment ? [payment] : []),
    ...(payouts.data ? payoutWidgets(payouts.data) : []),
    ...toolWidgets(session),
  ];
  return {
    widgets,
    guarantee: guarantee.data,
    loading: asked.some(({ isLoading }) => isLoading),
    failed: asked.some(({ isError }) => isError),
    retry: () => asked.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch()),
  };
}
