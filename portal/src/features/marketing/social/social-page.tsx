import { pageNamesQuery } from '../api/get-page-names.ts';
import { loadPageNames, MarketingPage } from '../marketing-page.tsx';
import { SocialImages } from './social-images.tsx';

export { loadPageNames as load };

/** Pictures for social networks, drawn with the words of a page. */
export function SocialPage() {
  return (
    <MarketingPage
      pages={pageNamesQuery}
      title="Social Media Images"
      purpose="Covers, posts and stories with your name, ready to share."
      notice={{
        title: 'Please set up a financing page first',
        text: 'Each picture carries the name, the logo and the address of your financing page.',
      }}
    >
      {({ pageId }) => <SocialImages pageId={pageId} />}
    </MarketingPage>
  );
}
