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

type HeadProps = Pick<PublicPage, 'companyName' | 'phone' | 'logoUrl' | 'logoLinkUrl'>;

function Logo({ page, framed }: { page: HeadProps; framed: boolean }) {
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
 * The contractor comes first: logo, name, and a phone number to tap. `framed`: links open outside
 * the frame.
 */
export function CompanyHeader({
  page,
  framed,
  query = nothing,
}: {
  page: HeadProps;
  framed: boolean;
  /** The URL's query without the language, which the language switch keeps. */
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

/** The header of a page that belongs to no contractor. */
export const ProviderHeader = ({ brand }: { brand: Brand }) => (
  <header className="company">
    <div className="wrap company-row">
      <span className="company-name">{brand.name}</span>
    </div>
  </header>
);

const Help = ({ brand }: { brand: Brand }) => (
  <p>
    {m.page_help()} <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,{' '}
    <span className="nowrap">{brand.phone}</span>
  </p>
);

export const ProviderFooter = ({ brand }: { brand: Brand }) => (
  <footer>
    <div className="wrap">
      <Help brand={brand} />
    </div>
  </footer>
);

/** The public license lookup. */
export const nmlsAddress = 'https://www.nmlsconsumeraccess.org/';

interface FooterProps {
  page: PublicPage;
  brand: Brand;
  framed?: boolean;
}

/**
 * The company behind the page and its disclaimers, the provider's texts, licenses, and lenders, and
 * the contractor. `framed`: links open outside the frame.
 */
export function PageFooter({ page, brand, framed = false }: FooterProps) {
  const target = framed ? '_blank' : undefined;
  const { pageName, companyName, provider } = page;
  const links: [address: string, words: string][] = [
    ['legal/privacy', m.footer_privacy()],
    ['legal/terms', m.footer_terms()],
    ['privacy', m.privacy_link()],
  ];
  if (provider.hasLenders) links.splice(2, 0, ['legal/lenders', m.footer_lenders()]);
  if (provider.nmlsId !== '' || provider.states.length > 0)
    links.splice(2, 0, ['legal/licenses', m.footer_licenses()]);
  return (
    <footer>
      <div className="wrap">
        <p>{m.footer_who({ company: companyName, brand: brand.name })}</p>
        <Contractor page={page} target={target} />
        <ul className="footer-links">
          {links.map(([address, words]) => (
            <li key={address}>
              <a href={`/p/${pageName}/${address}`} rel="noopener" target={target}>
                {words}
              </a>
            </li>
          ))}
        </ul>
        <Licensed page={page} brand={brand} target={target} />
        <details>
          <summary>{m.footer_equal()}</summary>
          <p>{m.footer_equal_text({ brand: brand.name })}</p>
        </details>
        <Help brand={brand} />
      </div>
    </footer>
  );
}

interface LineProps {
  page: PublicPage;
  target: string | undefined;
}

/** The contractor's own address, site, and license, where known. */
function Contractor({ page, target }: LineProps) {
  const { companyName, address, websiteUrl, licenseNumber } = page;
  if (address === '' && websiteUrl === '' && licenseNumber === '') return null;
  return (
    <p>
      {[companyName, address].filter((one) => one !== '').join(', ')}
      {websiteUrl !== '' && (
        <>
          {', '}
          <a href={websiteUrl} rel="noopener" target={target}>
            {websiteUrl.replace(/^https?:\/\/|\/$/g, '')}
          </a>
        </>
      )}
      {licenseNumber !== '' && <>, {m.footer_license({ number: licenseNumber })}</>}
    </p>
  );
}

/** The provider's licenses; shows nothing without any. */
function Licensed({ page: { provider }, brand, target }: LineProps & { brand: Brand }) {
  const { nmlsId, states } = provider;
  if (nmlsId === '' && states.length === 0) return null;
  return (
    <p>
      {nmlsId !== '' && `${m.footer_nmls({ brand: brand.name, id: nmlsId })} `}
      {states.length > 0 && `${m.footer_states({ states: states.join(', ') })} `}
      <a href={nmlsAddress} rel="noopener" target={target ?? '_blank'}>
        {m.footer_check()}
      </a>
    </p>
  );
}
