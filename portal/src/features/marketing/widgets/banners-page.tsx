import { useState } from 'react';
import { Select, Switch } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { languages, languagesInEnglish } from '@lintel/contract/core/language';
import { phoneBanner } from '@lintel/contract/marketing/constants';
import type { listBanners, listBannerSizes } from '@lintel/contract/marketing/widgets';
import { call } from '../../../lib/api/call.ts';
import { unexpectedError } from '../../../lib/failure.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { OptionPills } from '../../../ui/option-pills.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import {
  loadPageNames,
  MarketingPage,
  materialPagesQuery,
  type MarketingLink,
} from '../marketing-page.tsx';
import { bannerQuery, mailBannerCode, widgetCall } from './requests.ts';
import { WidgetLayout } from './widget-layout.tsx';

const getSizes = call<typeof listBannerSizes>(
  { method: 'GET', path: '/widgets/banners/size' },
  widgetCall,
);

/** Banner sizes, in pixels. */
export const bannerSizesQuery = (userId: number) =>
  queryOptions({
    queryKey: ['banner-sizes', userId],
    queryFn: ({ signal }) => getSizes({ query: { userId } }, { signal }),
  });

const getBanners = call<typeof listBanners>(
  { method: 'GET', path: '/widgets/banners' },
  widgetCall,
);

/** Banner designs. */
export const bannersQuery = (userId: number) =>
  queryOptions({
    queryKey: ['banners', userId],
    queryFn: ({ signal }) => getBanners({ query: { userId } }, { signal }),
  });

export const load = async (context: LoadContext): Promise<void> => {
  const { client, session } = context;
  const { id } = session.user;
  const lists =
    session.contractor === null
      ? []
      : [client.prefetchQuery(bannersQuery(id)), client.prefetchQuery(bannerSizesQuery(id))];
  await Promise.all([loadPageNames(context), ...lists]);
};

export function BannersPage() {
  return (
    <MarketingPage
      pages={materialPagesQuery}
      title={m.screens_banners()}
      purpose={m.marketing_banner_purpose()}
      notice={{ text: m.marketing_banner_pageNeeded() }}
    >
      {(place) => <Lists {...place} />}
    </MarketingPage>
  );
}

function Lists(place: MarketingLink) {
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

/** The options of a banner, and a live preview. */
function Banner({ contractorId, pageId, userId, lists }: MarketingLink & { lists: BannerLists }) {
  const [choice, setChoice] = useState<BannerChoice>({
    design: lists.designs[0]?.id ?? 1,
    size: { size: '930x180', width: 930, height: 180 },
    linked: true,
    lang: undefined,
  });
  const { design, size, linked, lang } = choice;
  const { width, height } = size;
  const hideLink = linked ? '0' : '1';
  const options = { userId, pageId, width, height, hideLink, lang } as const;
  return (
    <WidgetLayout
      contractorId={contractorId}
      wide
      query={bannerQuery(design, options)}
      controls={<BannerControls lists={lists} choice={choice} onChange={setChoice} />}
      codeLabel={m.marketing_banner_getCode()}
      onSend={(email) => mailBannerCode(design, options, email)}
      failure={`${unexpectedError()}!`}
      preview={{
        title: m.marketing_banner_preview(),
        text: sizeText(size),
        room: { aspectRatio: width / height, height: 'auto' },
        maxWidth: width,
      }}
    />
  );
}

/** The size of the banner, and what phones show if it is too wide for them. */
function sizeText({ width, height }: BannerSize): string {
  const size = m.marketing_banner_size({ width, height });
  if (width <= phoneBanner.width) return size;
  return `${size} ${m.marketing_banner_phoneSize({ width: phoneBanner.width, height: phoneBanner.height })}`;
}

/** A size in pixels, with its label. */
interface BannerSize {
  size: string;
  width: number;
  height: number;
}

interface BannerLists {
  designs: readonly { id: number; name: string }[];
  sizes: readonly BannerSize[];
}

interface BannerChoice {
  design: number;
  size: BannerSize;
  /** Whether a click opens the co-branded page. */
  linked: boolean;
  /** Undefined means English. */
  lang: 'es' | undefined;
}

interface Props {
  lists: BannerLists;
  choice: BannerChoice;
  onChange: (choice: BannerChoice) => void;
}

function BannerControls({ lists: { designs, sizes }, choice, onChange }: Props) {
  return (
    <>
      <Select
        label={m.marketing_banner_theme()}
        data={designs.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(choice.design)}
        onChange={(id) => onChange({ ...choice, design: Number(id) })}
        maw={360}
      />
      <Select
        label={m.common_language()}
        data={languages.map((one) => ({ value: one, label: languagesInEnglish[one] }))}
        value={choice.lang ?? 'en'}
        onChange={(chosen) => onChange({ ...choice, lang: chosen === 'es' ? 'es' : undefined })}
        maw={360}
      />
      <OptionPills
        label={m.marketing_banner_pixels()}
        options={sizes.map(({ size }) => ({ value: size, label: size.replace('x', ' × ') }))}
        value={choice.size.size}
        onChange={(chosen) =>
          onChange({ ...choice, size: sizes.find(({ size }) => size === chosen) ?? choice.size })
        }
      />
      <Switch
        label={m.marketing_banner_clickThrough()}
        checked={choice.linked}
        onChange={({ currentTarget }) => onChange({ ...choice, linked: currentTarget.checked })}
      />
    </>
  );
}
