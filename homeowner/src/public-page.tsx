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
  /** Null while applications aren't open. */
  island: IslandData | null;
  /** The URL's query without the language. */
  query: Record<string, string>;
  /** Null for a standalone page. */
  embed: PageEmbed | null;
}

/**
 * The page in the order of a homeowner's questions: who is it, what does it cost, how does it work,
 * is it safe, the form.
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
        <PaymentExample rates={page.rates} />
      </div>
    </section>
  );
}
