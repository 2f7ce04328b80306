import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { claimGuarantee, readGuarantee } from '@lintel/contract/billing/guarantee';
import { accessTo, companyAccessTo, readAccess, viewAccess } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity/sessions';
import { call } from '../../lib/api/call.ts';
import { may } from '../../lib/session.ts';
import { opens } from '../../routes/guard.ts';
import { screenNamed, type ScreenName } from '../../routes/screens.ts';
import { IconGift, IconPhoto, IconSchool } from '../../ui/icons.ts';
import { analyticsQuery, pagesQuery, pageWidget } from './page-widgets.ts';
import { cardDaysQuery, paymentWidget } from './payment-widget.ts';
import { payoutStateQuery, payoutWidgets } from './payout-widgets.ts';
import { deskQuery, firstItems, stepsQuery, todayQuery } from './today/requests.ts';
import { widgetPriority, type Widget } from './widget-cards.tsx';

const getGuarantee = call<typeof readGuarantee>({
  method: 'GET',
  path: '/contractor/{id}/guarantee',
});
export const postClaim = call<typeof claimGuarantee>({
  method: 'POST',
  path: '/contractor/{id}/guarantee',
});

/** The contractor's progress toward the guarantee. */
export const guaranteeQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'guarantee', contractorId],
    queryFn: ({ signal }) => getGuarantee({ params: { id: contractorId } }, { signal }),
  });

const tools: readonly (Omit<Widget, 'key' | 'type' | 'target'> & { screen: ScreenName })[] = [
  {
    screen: 'training-and-faqs',
    priority: widgetPriority.training,
    icon: IconSchool,
    title: m.dashboard_training_title(),
    text: m.dashboard_training_text(),
    action: m.dashboard_training_open(),
  },
  {
    screen: 'homeowner-flyer',
    priority: widgetPriority.marketing,
    icon: IconPhoto,
    title: m.common_marketingMaterials(),
    text: m.dashboard_marketing_text(),
    action: m.dashboard_marketing_open(),
  },
  {
    screen: 'refer',
    priority: widgetPriority.refer,
    icon: IconGift,
    title: m.dashboard_refer_title(),
    text: m.dashboard_refer_text(),
    action: m.dashboard_refer_open(),
  },
];

/** The cards that always have content, each only with access to its screen. */
const toolWidgets = (session: Session): Widget[] =>
  tools
    .filter(({ screen }) => opens(screenNamed(screen), session))
    .map(({ screen, ...tool }) => ({
      ...tool,
      key: screen,
      type: 'default',
      target: screenNamed(screen).path,
    }));

/** The account's access to each card's source. */
const opened = (session: Session) => ({
  pages: may(session, accessTo('co-branded')),
  figures: may(session, readAccess('reports-applications')),
  desk: may(session, viewAccess('documents')) || may(session, viewAccess('customers')),
  card: may(session, accessTo('card-payments')),
  payouts: may(session, accessTo('payout-tax')),
  guarantee: may(session, companyAccessTo('card-payments')),
});

/** Prefetches all card data at once. */
export async function prefetchWidgets(
  client: QueryClient,
  session: Session,
  contractorId: number,
): Promise<void> {
  const { pages, figures, desk, card, payouts, guarantee } = opened(session);
  // Its card has reserved room; the page doesn't wait.
  if (figures) void client.prefetchQuery(todayQuery(session.user.id, firstItems));
  await Promise.all([
    pages && client.prefetchQuery(pagesQuery(contractorId)),
    pages && client.prefetchQuery(stepsQuery(contractorId)),
    desk && client.prefetchQuery(deskQuery(session.user.id, firstItems)),
    figures && client.prefetchQuery(analyticsQuery(contractorId)),
    card && client.prefetchQuery(cardDaysQuery(session.user.id)),
    payouts && client.prefetchQuery(payoutStateQuery(contractorId)),
    guarantee && client.prefetchQuery(guaranteeQuery(contractorId)),
  ]);
}

/** A contractor's cards. A card whose source fails is left out, and `failed` is true. */
export function useContractorWidgets(session: Session, contractorId: number) {
  const access = opened(session);
  const pages = useQuery({ ...pagesQuery(contractorId), enabled: access.pages });
  const analytics = useQuery({ ...analyticsQuery(contractorId), enabled: access.figures });
  const card = useQuery({ ...cardDaysQuery(session.user.id), enabled: access.card });
  const payouts = useQuery({ ...payoutStateQuery(contractorId), enabled: access.payouts });
  const guarantee = useQuery({ ...guaranteeQuery(contractorId), enabled: access.guarantee });
  const queries = [pages, analytics, card, payouts, guarantee];
  // These cards push the others down, so they all render at once.
  const steps = useQuery({ ...stepsQuery(contractorId), enabled: access.pages });
  const desk = useQuery({ ...deskQuery(session.user.id, firstItems), enabled: access.desk });
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
    access,
    /** Whether the pages have loaded; false after a failed fetch, so that no card refetches them. */
    hasPages: pages.data !== undefined,
    guarantee: guarantee.data,
    loading: [...queries, steps, desk].some(({ isLoading }) => isLoading),
    failed: queries.some(({ isError }) => isError),
    retry: () => queries.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch()),
  };
}
