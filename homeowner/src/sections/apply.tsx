import * as m from '#messages';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { PublicPage } from '@lintel/contract/pages/page';
import type { IslandData } from '../application/island-data.ts';
import { ApplicationIsland } from '../application/island.tsx';

/** The form, and what it says where scripts are off. */
export function ApplicationForm({ page, island }: { page: PublicPage; island: IslandData }) {
  return (
    <>
      <noscript>
        <p className="notice">
          {m.page_scripts()}{' '}
          {page.phone === ''
            ? m.page_scripts_ask({ company: page.companyName })
            : m.page_scripts_call({ company: page.companyName, phone: phoneText(page.phone) })}
        </p>
      </noscript>
      <div id="application">
        <ApplicationIsland {...island} />
      </div>
    </>
  );
}

export function Apply({ page, island }: { page: PublicPage; island: IslandData }) {
  return (
    <section className="apply" id="apply" aria-labelledby="apply-title">
      <div className="wrap narrow">
        <h2 id="apply-title">{m.page_apply()}</h2>
        <ApplicationForm page={page} island={island} />
      </div>
    </section>
  );
}
