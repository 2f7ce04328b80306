import * as m from '#messages';
import type { Brand } from '@lintel/contract/brand';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { PublicPage } from '@lintel/contract/pages/page';
import { LanguageSwitch } from './language-switch.tsx';

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

function Logo({ page, framed }: { page: PublicPage; framed: boolean }) {
  const picture =
    page.logoUrl === null ? (
      <span className="monogram" aria-hidden="true">
        {initials(page.companyName)}
      </span>
    ) : (
      <img
        className="logo"
        src={page.logoUrl}
        alt={m.page_logo({ company: page.companyName })}
        width={96}
        height={48}
      />
    );
  return page.logoLinkUrl === '' ? (
    picture
  ) : (
    <a href={page.logoLinkUrl} rel="noopener" target={framed ? '_blank' : undefined}>
      {picture}
    </a>
  );
}

const nothing: Record<string, string> = {};

/**
 * The contractor comes first: logo, name and a phone number to tap. `framed`: links leave the
 * frame.
 */
export function CompanyHeader({
  page,
  framed,
  query = nothing,
}: {
  page: PublicPage;
  framed: boolean;
  /** What the address asks for besides the language, which the switch of languages keeps. */
  query?: Record<string, string>;
}) {
  return (
    <header className="company">
      <div className="wrap company-row">
        <Logo page={page} framed={framed} />
        <span className="company-name">{page.companyName}</span>
        <LanguageSwitch query={query} />
        {page.phone !== '' && (
          <a
            className="call"
            href={`tel:+1${page.phone}`}
            aria-label={m.page_call({
              company: page.companyName,
              phone: phoneText(page.phone),
            })}
          >
            {phoneText(page.phone)}
          </a>
        )}
      </div>
    </header>
  );
}

/** The top of a page that belongs to no contractor. */
export const ProviderHeader = ({ brand }: { brand: Brand }) => (
  <header className="company">
    <div className="wrap company-row">
      <span className="company-name">{brand.name}</span>
    </div>
  </header>
);

const Help = ({ brand }: { brand: Brand }) => (
  <p>
    {m.page_help()} <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>, {brand.phone}
  </p>
);

export const ProviderFooter = ({ brand }: { brand: Brand }) => (
  <footer>
    <div className="wrap">
      <Help brand={brand} />
    </div>
  </footer>
);

/** Who is behind the page, and what it is not. `framed`: links leave the frame. */
export function PageFooter({
  page,
  brand,
  framed = false,
}: {
  page: PublicPage;
  brand: Brand;
  framed?: boolean;
}) {
  return (
    <footer>
      <div className="wrap">
        <p>
          {page.companyName} offers this page together with {brand.name}. {brand.name} is not a
          lender and makes no credit decisions. Offers come from independent lenders, and their
          terms depend on your credit, your income and your state.
        </p>
        <p>
          <a
            href={`/p/${page.pageName}/privacy`}
            rel="noopener"
            target={framed ? '_blank' : undefined}
          >
            {m.privacy_link()}
          </a>
        </p>
        <Help brand={brand} />
      </div>
    </footer>
  );
}
