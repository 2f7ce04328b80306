import { pageNamesQuery } from '../api/get-page-names.ts';
import { loadPageNames, MarketingPage } from '../marketing-page.tsx';
import { Calculator } from './calculator.tsx';

export { loadPageNames as load };

/** The calculator for the contractor's website. */
export function CalculatorPage() {
  return (
    <MarketingPage
      pages={pageNamesQuery}
      title="Monthly Payment Calculator"
      purpose="A calculator for your website that shows what a project costs per month."
      notice={{
        text: 'The calculator leads homeowners to your financing page, so that page comes first.',
      }}
    >
      {(place) => <Calculator {...place} />}
    </MarketingPage>
  );
}
