import { useState } from 'react';
import * as m from '#messages';
import type { Language } from '@lintel/contract/core/language';
import { realWidgetSchemes } from '@lintel/contract/marketing/constants';
import { ColorSchemePicker } from '../../../ui/color-scheme-picker.tsx';
import {
  loadPageNames,
  MarketingPage,
  materialPagesQuery,
  type MarketingLink,
} from '../marketing-page.tsx';
import { mailRealCode, realQuery, standardScheme } from './requests.ts';
import { LanguageSelect, WidgetLayout } from './widget-layout.tsx';

const gray = '#e9edf2';
const block = (style: string): string =>
  `<div style="border-radius:6px;background:${gray};${style}"></div>`;
const line = (width: string, height = 12): string =>
  block(`width:${width};height:${height}px;margin:0 0 12px`);
const hideFromAssistive = (content: string): string => `<div aria-hidden="true">${content}</div>`;

const head =
  `<div style="display:flex;align-items:center;gap:16px;padding:20px 24px;border-bottom:1px solid ${gray}">` +
  [36, 96, 48, 48]
    .map((width, at) =>
      block(
        `width:${width}px;height:${at === 0 ? 36 : 12}px;${at === 1 ? 'margin-right:auto' : ''}`,
      ),
    )
    .join('') +
  '</div>';

/** A gray mock website with the code in its center. */
const websiteAround =
  hideFromAssistive(head) +
  `<div style="max-width:560px;margin:0 auto;padding:40px 24px">${hideFromAssistive(line('72%', 24) + line('100%') + line('94%'))}` +
  `<div style="margin:24px 0 32px">{code}</div>${hideFromAssistive(line('100%') + line('97%') + line('88%') + line('40%'))}</div>`;

export { loadPageNames as load };

export function RealPage() {
  return (
    <MarketingPage
      pages={materialPagesQuery}
      title={m.screens_realWidget()}
      purpose={m.marketing_button_purpose()}
      notice={{
        text: m.marketing_button_pageNeeded(),
      }}
    >
      {(place) => <ApplyButton {...place} />}
    </MarketingPage>
  );
}

/** In pixels: tall enough for the form that the button opens. */
const height = 620;
const preview = {
  title: m.marketing_button_preview(),
  text: m.marketing_button_try(),
  room: { height },
  page: websiteAround,
  height,
};

/** The apply-now button's options, and a live preview. */
function ApplyButton({ contractorId, pageId, userId }: MarketingLink) {
  const [scheme, setScheme] = useState(standardScheme);
  const [lang, setLang] = useState<Language>();
  const options = { userId, scheme, hideLink: '0', lang } as const;
  return (
    <WidgetLayout
      contractorId={contractorId}
      query={realQuery(pageId, options)}
      controls={
        <>
          <ColorSchemePicker schemes={realWidgetSchemes} value={scheme.key} onChange={setScheme} />
          <LanguageSelect lang={lang} onChange={setLang} />
        </>
      }
      codeLabel={m.marketing_widget_getCode()}
      onSend={(email) => mailRealCode(pageId, options, email)}
      preview={preview}
    />
  );
}
