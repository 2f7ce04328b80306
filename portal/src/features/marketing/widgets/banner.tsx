import { useState } from 'react';
import { unexpectedError } from '../../../lib/unexpected.ts';
import { bannerQuery } from '../api/get-banner-code.ts';
import { mailBannerCode } from '../api/mail-banner.ts';
import type { Place } from '../marketing-page.tsx';
import { BannerControls, type BannerChoice, type BannerLists } from './banner-controls.tsx';
import { WidgetLayout } from './widget-layout.tsx';

/** What can be chosen for a banner, and the banner as it will be. */
export function Banner({ contractorId, pageId, userId, lists }: Place & { lists: BannerLists }) {
  const [choice, setChoice] = useState<BannerChoice>({
    design: lists.designs[0]?.id ?? 1,
    size: { size: '930x180', width: 930, height: 180 },
    linked: true,
  });
  const { design, size, linked } = choice;
  const { width, height } = size;
  const options = { userId, pageId, width, height, hideLink: linked ? '0' : '1' } as const;
  return (
    <WidgetLayout
      contractorId={contractorId}
      wide
      query={bannerQuery(design, options)}
      controls={<BannerControls lists={lists} choice={choice} onChange={setChoice} />}
      codeLabel="Get Banner Code"
      onSend={(email) => mailBannerCode(design, options, email)}
      failure={`${unexpectedError()}!`}
      preview={{
        title: 'Preview of the banner',
        text: `${width} pixels wide and ${height} high.`,
        room: { aspectRatio: width / height, height: 'auto' },
        maxWidth: width,
      }}
    />
  );
}
