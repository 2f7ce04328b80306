import { useState } from 'react';
import { Switch } from '@mantine/core';
import { calculatorHeights } from '@lintel/contract/marketing-calculator';
import { colorSchemes } from '@lintel/contract/marketing-constants';
import { ColorSchemePicker } from '../../../ui/color-scheme-picker.tsx';
import { calculatorQuery } from '../api/get-calculator-code.ts';
import { mailCalculatorCode } from '../api/mail-calculator.ts';
import type { Place } from '../marketing-page.tsx';
import { OffersSwitch } from './offers-switch.tsx';
import { standardScheme } from './standard-scheme.ts';
import { WidgetLayout } from './widget-layout.tsx';

const preview = {
  title: 'Preview of the calculator',
  text: 'Try it: this is the calculator that your visitors will see.',
  room: { height: calculatorHeights.wide },
  // A little room, so that the calculator's border shows whole.
  page: '<div style="padding:8px">{code}</div>',
};

/** What can be chosen for the calculator, and the calculator at work. */
export function Calculator({ contractorId, pageId, userId }: Place) {
  const [scheme, setScheme] = useState(standardScheme);
  const [plain, setPlain] = useState(false);
  const [offers, setOffers] = useState(true);
  const options = {
    userId,
    scheme,
    border: plain ? '0' : '1',
    hideLink: offers ? '0' : '1',
  } as const;
  return (
    <WidgetLayout
      contractorId={contractorId}
      query={calculatorQuery(pageId, options)}
      controls={
        <>
          <ColorSchemePicker schemes={colorSchemes} value={scheme.key} onChange={setScheme} />
          <Switch
            label="Without the border"
            checked={plain}
            onChange={({ currentTarget }) => setPlain(currentTarget.checked)}
          />
          <OffersSwitch
            description="Leads to your financing page."
            on={offers}
            onChange={setOffers}
          />
        </>
      }
      codeLabel="Get Calculator Code"
      onSend={(email) => mailCalculatorCode(pageId, options, email)}
      preview={preview}
    />
  );
}
