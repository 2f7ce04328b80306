import type { LoadContext } from '../../../routes/router-context.ts';
import { pageNamesQuery } from '../api/get-page-names.ts';
import { fullPageShowQuery } from '../api/get-full-page-show.ts';
import { loadPageNames, MarketingPage } from '../marketing-page.tsx';
import { FullPageGate } from './full-page-gate.tsx';
import { FullPageWidget } from './full-page-widget.tsx';

export const load = async (context: LoadContext): Promise<void> => {
  const { client, session } = context;
  const show =
    session.contractor === null ? null : client.prefetchQuery(fullPageShowQuery(session.user.id));
  await Promise.all([loadPageNames(context), show]);
};

/** The whole financing page, inside the contractor's own website. */
export function FullPagePage() {
  return (
    <MarketingPage
      pages={pageNamesQuery}
      title="Full Page Widget"
      purpose="A whole financing page inside your own website."
      notice={{
        text: 'The widget shows your financing page inside your own website, so that page comes first.',
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
