import { useState } from 'react';
import { Select, Switch } from '@mantine/core';
import { unexpectedError } from '../../../lib/unexpected.ts';
import { OptionPills } from '../../../ui/option-pills.tsx';
import { bannerQuery } from '../api/get-banner-code.ts';
import { mailBannerCode } from '../api/mail-banner.ts';
import type { Place } from '../marketing-page.tsx';
import { CodeButton } from './code-button.tsx';
import { WidgetLayout } from './widget-layout.tsx';
import { WidgetPreview } from './widget-preview.tsx';

interface Size {
  size: string;
  width: number;
  height: number;
}

interface Props extends Place {
  designs: readonly { id: number; name: string }[];
  sizes: readonly Size[];
}

const standardSize: Size = { size: '930x180', width: 930, height: 180 };

/** What can be chosen for a banner, and the banner as it will be. */
export function Banner({ contractorId, pageId, userId, designs, sizes }: Props) {
  const [design, setDesign] = useState(designs[0]?.id ?? 1);
  const [{ size, width, height }, setSize] = useState(standardSize);
  const [linked, setLinked] = useState(true);
  const options = { userId, pageId, width, height, hideLink: linked ? '0' : '1' } as const;
  const query = bannerQuery(design, options);
  return (
    <WidgetLayout
      contractorId={contractorId}
      wide
      controls={
        <>
          <Select
            label="Banner theme"
            data={designs.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(design)}
            onChange={(id) => setDesign(Number(id))}
            maw={360}
          />
          <OptionPills
            label="Size in pixels"
            options={sizes.map((one) => ({ value: one.size, label: one.size.replace('x', ' × ') }))}
            value={size}
            onChange={(chosen) => setSize(sizes.find((one) => one.size === chosen) ?? standardSize)}
          />
          <Switch
            label="Go to a co-branded page by clicking on banner"
            checked={linked}
            onChange={({ currentTarget }) => setLinked(currentTarget.checked)}
          />
        </>
      }
      actions={
        <CodeButton
          label="Get Banner Code"
          query={query}
          onSend={(email) => mailBannerCode(design, options, email)}
          failure={`${unexpectedError()}!`}
        />
      }
      preview={
        <div style={{ maxWidth: width }}>
          <WidgetPreview query={query} title="Preview of the banner" room={{ aspectRatio: width / height, height: 'auto' }} />
        </div>
      }
      previewText={`${width} pixels wide and ${height} high; on a narrower screen it shrinks along.`}
    />
  );
}
