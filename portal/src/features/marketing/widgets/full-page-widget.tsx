import { useState } from 'react';
import { Button } from '@mantine/core';
import { colorSchemes } from '@lintel/contract/marketing-constants';
import { ColorSchemePicker } from '../../../ui/color-scheme-picker.tsx';
import { IconExternalLink } from '../../../ui/icons.ts';
import { fullPagePreviewAddress, fullPageQuery } from '../api/get-full-page-code.ts';
import { mailFullPageCode } from '../api/mail-full-page.ts';
import type { Place } from '../marketing-page.tsx';
import { OffersSwitch } from './offers-switch.tsx';
import { standardScheme } from './standard-scheme.ts';
import { WidgetLayout } from './widget-layout.tsx';
import classes from './widgets.module.css';

/** The page is tall: the preview is a window onto it. Pixels. */
const height = 640;
const preview = {
  title: 'Preview of the full page widget',
  text: 'Scroll through it here, or open it in a tab of its own.',
  room: { height },
  height,
};

/** What can be chosen for the full page widget, and what it looks like. */
export function FullPageWidget({ contractorId, pageId, userId }: Place) {
  const [scheme, setScheme] = useState(standardScheme);
  const [offers, setOffers] = useState(true);
  const options = { userId, scheme, hideLink: offers ? '0' : '1' } as const;
  return (
    <WidgetLayout
      contractorId={contractorId}
      query={fullPageQuery(pageId, options)}
      controls={
        <>
          <ColorSchemePicker schemes={colorSchemes} value={scheme.key} onChange={setScheme} />
          <OffersSwitch
            description="Leads to the application form."
            on={offers}
            onChange={setOffers}
          />
        </>
      }
      codeLabel="Get Widget Code"
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
    Preview Widget
  </Button>
);
