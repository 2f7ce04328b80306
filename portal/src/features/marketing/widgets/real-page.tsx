import { pageNamesQuery } from '../api/get-page-names.ts';
import { loadPageNames, MarketingPage } from '../marketing-page.tsx';
import { ApplyButton } from './apply-button.tsx';

export { loadPageNames as load };

/** The apply-now button for the contractor's website. */
export function RealPage() {
  return (
    <MarketingPage
      pages={pageNamesQuery}
      title="Real Widget"
      purpose="An apply-now button for your website."
      notice={{
        text: 'The button opens the application form of your financing page, so that page comes first.',
      }}
    >
      {(place) => <ApplyButton {...place} />}
    </MarketingPage>
  );
}
