import * as m from '#messages';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { PublicPage } from '@lintel/contract/pages/page';
import type { IslandData } from '../application/island-data.ts';
import { ApplicationIsland } from '../application/island.tsx';

/** The form, or a notice that applications aren't open yet. */
export function ApplicationForm({ page, island }: { page: PublicPage; island: IslandData | null }) {
  return island === null ? <NotOpen page={page} /> : <OpenForm page={page} island={island} />;
}

const NotOpen = ({ page }: { page: PublicPage }) => (
  <div className="card">
    <p>
      <strong>{m.page_not_open()}</strong>
    </p>
    <p>{m.closed_text({ company: page.companyName })}</p>
    <CallButton phone={page.phone} />
  </div>
);

const CallButton = ({ phone }: { phone: string }) =>
  phone === '' ? null : (
    <p className="actions">
      <a className="button" href={`tel:+1${phone}`}>
        {m.closed_call({ phone: phoneText(phone) })}
      </a>
    </p>
  );

/** The form. Without scripts it can't be sent, so the page shows the phone number instead. */
function OpenForm({ page, island }: { page: PublicPage; island: IslandData }) {
  return (
    <>
      <noscript>
        <style>{'#application{display:none}'}</style>
        <div className="card">
          <p>
            {m.page_scripts()}{' '}
            {page.phone === ''
              ? m.page_scripts_ask({ company: page.companyName })
              : m.page_scripts_call({ company: page.companyName, phone: phoneText(page.phone) })}
          </p>
          <CallButton phone={page.phone} />
        </div>
      </noscript>
      <div id="application">
        <ApplicationIsland {...island} />
      </div>
    </>
  );
}

export function Apply({ page, island }: { page: PublicPage; island: IslandData | null }) {
  return (
    <section className="apply" id="apply" aria-labelledby="apply-title">
      <div className="wrap narrow">
        <h2 id="apply-title">{m.page_apply()}</h2>
        <ApplicationForm page={page} island={island} />
      </div>
    </section>
  );
}
