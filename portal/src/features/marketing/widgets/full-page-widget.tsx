import { useState } from 'react';
import { Button, Switch } from '@mantine/core';
import { colorSchemes } from '@lintel/contract/marketing-constants';
import { unexpectedError } from '../../../lib/unexpected.ts';
import { ColorSchemePicker } from '../../../ui/color-scheme-picker.tsx';
import { IconExternalLink } from '../../../ui/icons.ts';
import { fullPagePreviewAddress, fullPageQuery } from '../api/get-full-page-code.ts';
import { mailFullPageCode } from '../api/mail-full-page.ts';
import type { Place } from '../marketing-page.tsx';
import { CodeButton } from './code-button.tsx';
import { standardScheme } from './standard-scheme.ts';
import { WidgetLayout } from './widget-layout.tsx';
import { WidgetPreview } from './widget-preview.tsx';
import classes from './widgets.module.css';

/** What can be chosen for the full page widget, and what it looks like. */
export function FullPageWidget({ contractorId, pageId, userId }: Place) {
  const [scheme, setScheme] = useState(standardScheme);
  const [offers, setOffers] = useState(true);
  const options = { userId, scheme, hideLink: offers ? '0' : '1' } as const;
  const query = fullPageQuery(pageId, options);
  return (
    <WidgetLayout
      contractorId={contractorId}
      controls={
        <>
          <ColorSchemePicker schemes={colorSchemes} value={scheme.key} onChange={setScheme} />
          <Switch
            label="“See Your Personalized Offers” button"
            description="Leads to the application form."
            checked={offers}
            onChange={({ currentTarget }) => setOffers(currentTarget.checked)}
          />
        </>
      }
      actions={
        <>
          <CodeButton
            label="Get Widget Code"
            query={query}
            onSend={(email) => mailFullPageCode(pageId, options, email)}
            failure={unexpectedError()}
          />
          <Button
            component="a"
            href={fullPagePreviewAddress(pageId, options)}
            target="_blank"
            rel="noreferrer"
            variant="default"
            className={classes.link ?? ''}
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            Preview Widget
          </Button>
        </>
      }
      preview={
        <WidgetPreview
          query={query}
          title="Preview of the full page widget"
          room={{ height: windowHeight }}
          height={windowHeight}
        />
      }
      previewText="Scroll through it here, or open it in a tab of its own."
    />
  );
}

/** The page is tall: the preview is a window onto it. Pixels. */
const windowHeight = 640;
