import { Stack } from '@mantine/core';
import { pageNamesQuery } from '../api/get-page-names.ts';
import { loadPageNames, MarketingPage } from '../marketing-page.tsx';
import { SocialImages } from './social-images.tsx';
import { SocialLink } from './social-link.tsx';

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
        text: 'Each picture carries the name and the logo of your financing page, and comes with a link to it.',
      }}
    >
      {({ pageId }, { pageName }) => (
        <Stack gap="lg">
          <SocialImages pageId={pageId} />
          <SocialLink pageName={pageName} />
        </Stack>
      )}
    </MarketingPage>
  );
}
