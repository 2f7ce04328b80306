import type { Brand } from '@lintel/contract/brand';
import type { PublicPage } from '@lintel/contract/pages';
import type { IslandData } from './application/island-data.ts';
import { ApplicationIsland } from './application/island.tsx';
import { PaymentExample } from './sections/payment-example.tsx';
import { CreditCheck, Options, Questions, Steps } from './sections/explain.tsx';
import { CompanyHeader, PageFooter } from './sections/frame.tsx';
import { phoneText } from './money.ts';

/** The page in the order in which a homeowner asks: who, what does it cost, how does it work, is it safe, the form. */
export function PublicPageView({ page, brand, island }: { page: PublicPage; brand: Brand; island: IslandData }) {
  return (
    <>
      <a className="skip" href="#apply">
        Skip to the application
      </a>
      <CompanyHeader page={page} />
      <main>
        <Hero page={page} />
        <Steps concierge={page.concierge} companyName={page.companyName} />
        <Options page={page} />
        <CreditCheck brand={brand} />
        <Apply page={page} island={island} />
        <Questions page={page} brand={brand} />
      </main>
      <PageFooter page={page} brand={brand} />
    </>
  );
}

function Hero({ page }: { page: PublicPage }) {
  return (
    <section className="hero">
      <div className="wrap hero-grid">
        <div>
          <h1>{page.title || 'Start your project now, pay over time'}</h1>
          <p className="lead">
            {page.companyName} works with several lenders. One short form shows what each of them offers you.
          </p>
          <a className="button" href="#apply">
            See my options
          </a>
          <p className="note">Free, takes about two minutes, and does not affect your credit score.</p>
        </div>
        <PaymentExample />
      </div>
    </section>
  );
}

function Apply({ page, island }: { page: PublicPage; island: IslandData }) {
  return (
    <section className="apply" id="apply" aria-labelledby="apply-title">
      <div className="wrap narrow">
        <h2 id="apply-title">See what you qualify for</h2>
        <noscript>
          <p className="notice">
            The form needs JavaScript.{' '}
            {page.phone === ''
              ? `Please ask ${page.companyName} to help you apply.`
              : `Please call ${page.companyName} at ${phoneText(page.phone)}: they will help you apply.`}
          </p>
        </noscript>
        <div id="application">
          <ApplicationIsland {...island} />
        </div>
      </div>
    </section>
  );
}
