import * as m from '#messages';
import type { Brand } from '@lintel/contract/brand';

/** An address that belongs to no contractor. */
export function NotFound({ brand }: { brand: Brand }) {
  return (
    <main className="missing">
      <h1>{m.not_found_heading()}</h1>
      <p>{m.not_found_text()}</p>
      <p>
        {m.not_found_help()} <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>,{' '}
        {brand.phone}
      </p>
    </main>
  );
}
