import { useState } from 'react';
import { realWidgetSchemes } from '@lintel/contract/marketing-constants';
import { unexpectedError } from '../../../lib/unexpected.ts';
import { ColorSchemePicker } from '../../../ui/color-scheme-picker.tsx';
import { pageNamesQuery } from '../api/get-page-names.ts';
import { mailRealCode } from '../api/mail-real.ts';
import { realQuery } from '../api/get-real-code.ts';
import { loadPageNames, MarketingPage, type Place } from '../marketing-page.tsx';
import { CodeButton } from './code-button.tsx';
import { standardScheme } from './standard-scheme.ts';
import { websiteAround } from './website-around.ts';
import { WidgetLayout } from './widget-layout.tsx';
import { WidgetPreview } from './widget-preview.tsx';

export { loadPageNames as load };

/** The apply-now button for the contractor's website. */
export function RealPage() {
  return (
    <MarketingPage
      pages={pageNamesQuery}
      title="Real Widget"
      purpose="An apply-now button for your website."
      notice={{ text: 'The button opens the application form of your financing page, so that page comes first.' }}
    >
      {(place) => <ApplyButton {...place} />}
    </MarketingPage>
  );
}

function ApplyButton({ contractorId, pageId, userId }: Place) {
  const [scheme, setScheme] = useState(standardScheme);
  const options = { userId, scheme, hideLink: '0' } as const;
  const query = realQuery(pageId, options);
  return (
    <WidgetLayout
      contractorId={contractorId}
      controls={<ColorSchemePicker schemes={realWidgetSchemes} value={scheme.key} onChange={setScheme} />}
      actions={
        <CodeButton
          label="Get Widget Code"
          query={query}
          onSend={(email) => mailRealCode(pageId, options, email)}
          failure={unexpectedError()}
        />
      }
      preview={
        <WidgetPreview
          query={query}
          title="Preview of the button"
          room={{ height: websiteHeight }}
          page={websiteAround}
          height={websiteHeight}
        />
      }
      previewText="Press the button: the form opens over the page, as it will on your website."
    />
  );
}

/** Tall enough for the form that the button opens. Pixels. */
const websiteHeight = 620;
