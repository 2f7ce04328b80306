import { useState } from 'react';
import { Switch } from '@mantine/core';
import * as m from '#messages';
import { calculatorHeights } from '@lintel/contract/marketing/calculator';
import type { Language } from '@lintel/contract/core/language';
import { colorSchemes } from '@lintel/contract/marketing/constants';
import { ColorSchemePicker } from '../../../ui/color-scheme-picker.tsx';
import {
  loadPageNames,
  MarketingPage,
  materialPagesQuery,
  type MarketingLink,
} from '../marketing-page.tsx';
import { calculatorQuery, mailCalculatorCode, standardScheme } from './requests.ts';
import { LanguageSelect, OffersSwitch, WidgetLayout } from './widget-layout.tsx';

export { loadPageNames as load };

export function CalculatorPage() {
  return (
    <MarketingPage
      pages={materialPagesQuery}
      title={m.screens_calculator()}
      purpose={m.marketing_calculator_purpose()}
      notice={{
        text: m.marketing_calculator_pageNeeded(),
      }}
    >
      {(place) => <Calculator {...place} />}
    </MarketingPage>
  );
}

const preview = {
  title: m.marketing_calculator_preview(),
  text: m.marketing_calculator_try(),
  room: { height: calculatorHeights.wide },
  // A little padding, so the calculator's border is fully visible.
  page: '<div style="padding:8px">{code}</div>',
};

/** The calculator's options, and a live preview. */
function Calculator({ contractorId, pageId, userId }: MarketingLink) {
  const [scheme, setScheme] = useState(standardScheme);
  const [lang, setLang] = useState<Language>();
  const [plain, setPlain] = useState(false);
  const [offers, setOffers] = useState(true);
  const options = {
    userId,
    scheme,
    border: plain ? '0' : '1',
    hideLink: offers ? '0' : '1',
    lang,
  } as const;
  return (
    <WidgetLayout
      contractorId={contractorId}
      query={calculatorQuery(pageId, options)}
      controls={
        <>
          <ColorSchemePicker schemes={colorSchemes} value={scheme.key} onChange={setScheme} />
          <Switch
            label={m.marketing_calculator_noBorder()}
            checked={plain}
            onChange={({ currentTarget }) => setPlain(currentTarget.checked)}
          />
          <OffersSwitch
            description={m.marketing_calculator_link()}
            on={offers}
            onChange={setOffers}
          />
          <LanguageSelect lang={lang} onChange={setLang} />
        </>
      }
      codeLabel={m.marketing_calculator_getCode()}
      onSend={(email) => mailCalculatorCode(pageId, options, email)}
      preview={preview}
    />
  );
}
