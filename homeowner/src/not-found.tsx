import * as m from '#messages';
import type { Brand } from '@lintel/contract/brand';
import { phoneText } from '@lintel/contract/core/field-rules';

/** A URL that belongs to no contractor. */
export function NotFound({ brand }: { brand: Brand }) {
  return (
    <main className="missing">
      <h1>{m.not_found_heading()}</h1>
      <p>{m.not_found_text()}</p>
      <Help brand={brand} />
    </main>
  );
}

export interface ClosedProps {
  brand: Brand;
  pageName: string;
  companyName: string;
  /** Ten digits, or empty. */
  phone: string;
}

/**
 * A page closed by its contractor: its URL may be in print for years, and people who applied there
 * still follow their application and have rights to their data.
 */
export function Closed({ brand, pageName, companyName, phone }: ClosedProps) {
  return (
    <main className="missing">
      <h1>{m.closed_heading()}</h1>
      <p>{m.closed_text({ company: companyName })}</p>
      {phone !== '' && (
        <p>
          <a className="button" href={`tel:+1${phone}`}>
            {m.closed_call({ phone: phoneText(phone) })}
          </a>
        </p>
      )}
      <p>
        {m.closed_applied({ brand: brand.name })}{' '}
        <a href={`/p/${pageName}/application`}>{m.closed_application()}</a>
      </p>
      <p>
        <a href={`/p/${pageName}/privacy`}>{m.privacy_link()}</a>
      </p>
      <Help brand={brand} />
    </main>
  );
}

const Help = ({ brand }: { brand: Brand }) => (
  <p>
    {m.not_found_help()} <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,{' '}
    <span className="nowrap">{brand.phone}</span>
  </p>
);
