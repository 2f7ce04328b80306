import { useState } from 'react';
import { Switch } from '@mantine/core';
import { calculatorHeights } from '@lintel/contract/marketing-calculator';
import { colorSchemes } from '@lintel/contract/marketing-constants';
import { unexpectedError } from '../../../lib/unexpected.ts';
import { ColorSchemePicker } from '../../../ui/color-scheme-picker.tsx';
import { pageNamesQuery } from '../api/get-page-names.ts';
import { calculatorQuery } from '../api/get-calculator-code.ts';
import { mailCalculatorCode } from '../api/mail-calculator.ts';
import { loadPageNames, MarketingPage, type Place } from '../marketing-page.tsx';
import { CodeButton } from './code-button.tsx';
import { standardScheme } from './standard-scheme.ts';
import { WidgetLayout } from './widget-layout.tsx';
import { WidgetPreview } from './widget-preview.tsx';

export { loadPageNames as load };

/** The calculator for the contractor's website. */
export function CalculatorPage() {
  return (
    <MarketingPage
      pages={pageNamesQuery}
      title="Monthly Payment Calculator"
      purpose="A calculator for your website that shows what a project costs per month."
      notice={{ text: 'The calculator leads homeowners to your financing page, so that page comes first.' }}
    >
      {(place) => <Calculator {...place} />}
    </MarketingPage>
  );
}

function Calculator({ contractorId, pageId, userId }: Place) {
  const [scheme, setScheme] = useState(standardScheme);
  const [plain, setPlain] = useState(false);
  const [offers, setOffers] = useState(true);
  const options = { userId, scheme, border: plain ? '0' : '1', hideLink: offers ? '0' : '1' } as const;
  const query = calculatorQuery(pageId, options);
  return (
    <WidgetLayout
      contractorId={contractorId}
      controls={
        <>
          <ColorSchemePicker schemes={colorSchemes} value={scheme.key} onChange={setScheme} />
          <Switch label="Without the border" checked={plain} onChange={({ currentTarget }) => setPlain(currentTarget.checked)} />
          <Switch
            label="“See Your Personalized Offers” button"
            description="Leads to your financing page."
            checked={offers}
            onChange={({ currentTarget }) => setOffers(currentTarget.checked)}
          />
        </>
      }
      actions={
        <CodeButton
          label="Get Calculator Code"
          query={query}
          onSend={(email) => mailCalculatorCode(pageId, options, email)}
          failure={unexpectedError()}
        />
      }
      preview={
        <WidgetPreview query={query} title="Preview of the calculator" room={{ height: calculatorHeights.wide }} page={padded} />
      }
      previewText="Try it: this is the calculator that your visitors will see."
    />
  );
}

/** A little room, so that the calculator's border shows whole. */
const padded = '<div style="padding:8px">{code}</div>';
