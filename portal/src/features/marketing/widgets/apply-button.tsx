import { useState } from 'react';
import { realWidgetSchemes } from '@lintel/contract/marketing-constants';
import { ColorSchemePicker } from '../../../ui/color-scheme-picker.tsx';
import { realQuery } from '../api/get-real-code.ts';
import { mailRealCode } from '../api/mail-real.ts';
import type { Place } from '../marketing-page.tsx';
import { standardScheme } from './standard-scheme.ts';
import { websiteAround } from './website-around.ts';
import { WidgetLayout } from './widget-layout.tsx';

/** Tall enough for the form that the button opens. Pixels. */
const height = 620;
const preview = {
  title: 'Preview of the button',
  text: 'Press the button: the form opens over the page, as it will on your website.',
  room: { height },
  page: websiteAround,
  height,
};

/** What can be chosen for the apply-now button, and the button at work. */
export function ApplyButton({ contractorId, pageId, userId }: Place) {
  const [scheme, setScheme] = useState(standardScheme);
  const options = { userId, scheme, hideLink: '0' } as const;
  return (
    <WidgetLayout
      contractorId={contractorId}
      query={realQuery(pageId, options)}
      controls={
        <ColorSchemePicker schemes={realWidgetSchemes} value={scheme.key} onChange={setScheme} />
      }
      codeLabel="Get Widget Code"
      onSend={(email) => mailRealCode(pageId, options, email)}
      preview={preview}
    />
  );
}
