import { useQuery } from '@tanstack/react-query';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { pageNamesQuery } from '../api/get-page-names.ts';
import { bannerSizesQuery } from '../api/get-banner-sizes.ts';
import { bannersQuery } from '../api/get-banners.ts';
import { loadPageNames, MarketingPage, type Place } from '../marketing-page.tsx';
import { Banner } from './banner.tsx';

export const load = async (context: LoadContext): Promise<void> => {
  const { client, session } = context;
  const { id } = session.user;
  const lists =
    session.contractor === null
      ? []
      : [client.prefetchQuery(bannersQuery(id)), client.prefetchQuery(bannerSizesQuery(id))];
  await Promise.all([loadPageNames(context), ...lists]);
};

/** Banners for the contractor's website. */
export function BannersPage() {
  return (
    <MarketingPage
      pages={pageNamesQuery}
      title="Banners"
      purpose="Banners for your website that link to your co-branded page."
      notice={{ text: 'Banners link to your co-branded page, so that page comes first.' }}
    >
      {(place) => <Lists {...place} />}
    </MarketingPage>
  );
}

function Lists(place: Place) {
  const designs = useQuery(bannersQuery(place.userId));
  const sizes = useQuery(bannerSizesQuery(place.userId));
  if (designs.data && sizes.data)
    return <Banner {...place} lists={{ designs: designs.data.data, sizes: sizes.data.data }} />;
  const error = designs.error ?? sizes.error;
  const retry = (): void => void Promise.all([designs.refetch(), sizes.refetch()]);
  return (
    <Card>
      {error ? (
        <ErrorState text={error.message} onRetry={retry} />
      ) : (
        <SkeletonRows columns={2} rows={6} />
      )}
    </Card>
  );
}
