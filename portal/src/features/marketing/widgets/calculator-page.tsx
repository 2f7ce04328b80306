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
  type Place,
} from '../marketing-page.tsx';
import { calculatorQuery, mailCalculatorCode, standardScheme } from './requests.ts';
import { LanguageSelect, OffersSwitch, WidgetLayout } from './widget-layout.tsx';

export { loadPageNames as load };

/** The calculator for the contractor's website. */
export function CalculatorPage() {
  return (
    <MarketingPage
      pages={materialPagesQuery}
      title={m.marketing_monthly_payment_calculator()}
      purpose={m.marketing_a_calculator_for_your_website()}
      notice={{
        text: m.marketing_the_calculator_leads_homeowners_to(),
      }}
    >
      {(place) => <Calculator {...place} />}
    </MarketingPage>
  );
}

const preview = {
  title: m.marketing_preview_of_the_calculator(),
  text: m.marketing_try_it_this_is_the(),
  room: { height: calculatorHeights.wide },
  // A little room, so that the calculator's border shows whole.
  page: '<div style="padding:8px">{code}</div>',
};

/** What can be chosen for the calculator, and the calculator at work. */
function Calculator({ contractorId, pageId, userId }: Place) {
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
            label={m.marketing_without_the_border()}
            checked={plain}
            onChange={({ currentTarget }) => setPlain(currentTarget.checked)}
          />
          <OffersSwitch
            description={m.marketing_leads_to_your_financing_page()}
            on={offers}
            onChange={setOffers}
          />
          <LanguageSelect lang={lang} onChange={setLang} />
        </>
      }
      codeLabel={m.marketing_get_calculator_code()}
      onSend={(email) => mailCalculatorCode(pageId, options, email)}
      preview={preview}
    />
  );
}
