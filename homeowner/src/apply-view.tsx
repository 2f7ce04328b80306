import * as m from '#messages';
import type { Brand } from '@lintel/contract/brand';
import type { PublicPage } from '@lintel/contract/pages/page';
import type { IslandData } from './application/island-data.ts';
import { ApplicationForm } from './sections/apply.tsx';
import { CompanyHeader, PageFooter } from './sections/frame.tsx';

/** The application form alone, for the apply-now button's dialog. */
export function ApplyView({
  page,
  brand,
  island,
  query,
}: {
  page: PublicPage;
  brand: Brand;
  /** Null while applications aren't open. */
  island: IslandData | null;
  /** The URL's query without the language. */
  query: Record<string, string>;
}) {
  return (
    <>
      <CompanyHeader page={page} query={query} framed />
      <main className="wrap narrow apply-alone">
        <h1 tabIndex={-1}>{m.page_apply()}</h1>
        <p className="note">{m.page_note()}</p>
        <ApplicationForm page={page} island={island} />
      </main>
      <PageFooter page={page} brand={brand} framed />
    </>
  );
}
