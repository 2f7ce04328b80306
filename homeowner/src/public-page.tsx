import * as m from '#messages';
import type { Brand } from '@lintel/contract/brand';
import type { PageEmbed } from '@lintel/contract/marketing/embeds';
import type { PublicPage } from '@lintel/contract/pages/page';
import type { IslandData } from './application/island-data.ts';
import { Apply } from './sections/apply.tsx';
import { PaymentExample } from './sections/payment-example.tsx';
import { CreditCheck, Options, Questions, Steps } from './sections/explain.tsx';
import { CompanyHeader, PageFooter } from './sections/frame.tsx';

interface PublicPageProps {
  page: PublicPage;
  brand: Brand;
  /** Null: nobody can apply yet. */
  island: IslandData | null;
  /** What the address asks for besides the language. */
  query: Record<string, string>;
  /** Null: the page stands by itself. */
  embed: PageEmbed | null;
}

/**
 * The page in the order in which a homeowner asks: who, what does it cost, how does it work, is it
 * safe, the form.
 */
export function PublicPageView({ page, brand, island, query, embed }: PublicPageProps) {
  return (
    <>
      <a className="skip" href="#apply">
        {m.page_skip()}
      </a>
      <CompanyHeader page={page} query={query} framed={embed !== null} />
      <main>
        <Hero
          page={page}
          button={
            embed === null ? m.page_hero_button() : embed.offersButton && m.page_hero_button_frame()
          }
        />
        <Steps concierge={page.concierge} companyName={page.companyName} />
        <Options page={page} />
        <CreditCheck brand={brand} />
        <Apply page={page} island={island} />
        <Questions page={page} brand={brand} />
      </main>
      <PageFooter page={page} brand={brand} framed={embed !== null} />
    </>
  );
}

function Hero({ page, button }: { page: PublicPage; button: string | false }) {
  return (
    <section className="hero">
      <div className="wrap hero-grid">
        <div>
          <h1>{page.title || m.page_hero_title()}</h1>
          <p className="lead">{m.page_hero_lead({ company: page.companyName })}</p>
          {button !== false && (
            <a className="button" href="#apply">
              {button}
            </a>
          )}
          <p className="note">{m.page_note()}</p>
        </div>
        <PaymentExample />
      </div>
    </section>
  );
}
