import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { accessTo } from '@lintel/contract/core/access';
import type { Language } from '@lintel/contract/core/language';
import { colorSchemes } from '@lintel/contract/marketing/constants';
import type { fullPageShow } from '@lintel/contract/marketing/widgets';
import { call } from '../../../lib/api/call.ts';
import { may, useSession } from '../../../lib/session.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { ColorSchemePicker } from '../../../ui/color-scheme-picker.tsx';
import { IconExternalLink } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState, NoAccessState } from '../../../ui/states.tsx';
import {
  loadPageNames,
  MarketingPage,
  materialPagesQuery,
  type MarketingLink,
} from '../marketing-page.tsx';
import {
  fullPagePreviewAddress,
  fullPageQuery,
  mailFullPageCode,
  standardScheme,
  widgetCall,
} from './requests.ts';
import { LanguageSelect, OffersSwitch, WidgetLayout } from './widget-layout.tsx';
import classes from './widgets.module.css';

const getShow = call<typeof fullPageShow>(
  { method: 'GET', path: '/widgets/full-page/show' },
  widgetCall,
);

/** Whether the full page widget is available to a user. */
export const fullPageShowQuery = (userId: number) =>
  queryOptions({
    queryKey: ['full-page-show', userId],
    queryFn: ({ signal }) => getShow({ query: { userId } }, { signal }),
  });

export const load = async (context: LoadContext): Promise<void> => {
  const { client, session } = context;
  const show =
    session.contractor === null ? null : client.prefetchQuery(fullPageShowQuery(session.user.id));
  await Promise.all([loadPageNames(context), show]);
};

/** The whole financing page, embedded in the contractor's own website. */
export function FullPagePage() {
  return (
    <MarketingPage
      pages={materialPagesQuery}
      title={m.screens_fullPageWidget()}
      purpose={m.marketing_fullPage_purpose()}
      notice={{
        text: m.marketing_fullPage_pageNeeded(),
      }}
    >
      {(place) => (
        <FullPageGate userId={place.userId}>
          <FullPageWidget {...place} />
        </FullPageGate>
      )}
    </MarketingPage>
  );
}

/** The height of the preview in pixels. The page is taller and scrolls inside it. */
const height = 640;
const preview = {
  title: m.marketing_fullPage_preview(),
  text: m.marketing_fullPage_tryIt(),
  room: { height },
  height,
};

/** The full page widget's options, and a preview. */
function FullPageWidget({ contractorId, pageId, userId }: MarketingLink) {
  const [scheme, setScheme] = useState(standardScheme);
  const [lang, setLang] = useState<Language>();
  const [offers, setOffers] = useState(true);
  const options = { userId, scheme, hideLink: offers ? '0' : '1', lang } as const;
  return (
    <WidgetLayout
      contractorId={contractorId}
      query={fullPageQuery(pageId, options)}
      controls={
        <>
          <ColorSchemePicker schemes={colorSchemes} value={scheme.key} onChange={setScheme} />
          <OffersSwitch
            description={m.marketing_fullPage_link()}
            on={offers}
            onChange={setOffers}
          />
          <LanguageSelect lang={lang} onChange={setLang} />
        </>
      }
      codeLabel={m.marketing_widget_getCode()}
      onSend={(email) => mailFullPageCode(pageId, options, email)}
      actions={<PreviewLink href={fullPagePreviewAddress(pageId, options)} />}
      preview={preview}
    />
  );
}

const PreviewLink = ({ href }: { href: string }) => (
  <Button
    component="a"
    href={href}
    target="_blank"
    rel="noreferrer"
    variant="default"
    className={classes.link ?? ''}
    leftSection={<IconExternalLink size={16} aria-hidden />}
  >
    {m.marketing_fullPage_previewWidget()}
  </Button>
);

/** Shows the widget if the server reports it as available, and otherwise how to get access. */
function FullPageGate({ userId, children }: { userId: number; children: ReactNode }) {
  const { data, error, refetch } = useQuery(fullPageShowQuery(userId));
  const toBilling = may(useSession(), accessTo('card-payments')) && (
    <Link
      to="/card-payments"
      search={{ action: 'change-plan', opens: 'full-page-widget' }}
      look="button"
    >
      {m.marketing_fullPage_seePlan()}
    </Link>
  );
  if (data?.show === true) return children;
  return (
    <Card>
      {data !== undefined && (
        <NoAccessState text={m.marketing_fullPage_planText()} action={toBilling} />
      )}
      {data === undefined && error && (
        <ErrorState text={error.message} onRetry={() => void refetch()} />
      )}
      {data === undefined && !error && <SkeletonRows columns={2} rows={6} />}
    </Card>
  );
}
