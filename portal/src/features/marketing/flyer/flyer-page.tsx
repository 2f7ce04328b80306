import type { LoadContext } from '../../../routes/router-context.ts';
import { materialsQuery } from '../api/get-materials.ts';
import { MarketingPage } from '../marketing-page.tsx';
import { Flyer } from './flyer.tsx';

export const load = async ({ client, session }: LoadContext): Promise<void> => {
  if (session.contractor !== null)
    await client.prefetchQuery(materialsQuery(session.contractor.id));
};

/** The printable flyer that leads homeowners to a page. */
export function FlyerPage() {
  return (
    <MarketingPage
      pages={materialsQuery}
      title="Homeowner Flyer"
      purpose="A printable flyer that leads homeowners to your financing page."
      notice={{
        text: 'The flyer leads homeowners to your financing page, so that page comes first.',
      }}
    >
      {({ contractorId }, page) => <Flyer key={page.id} contractorId={contractorId} page={page} />}
    </MarketingPage>
  );
}
