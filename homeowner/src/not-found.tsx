import type { Brand } from '@lintel/contract/brand';

/** An address that belongs to no contractor. */
export function NotFound({ brand }: { brand: Brand }) {
  return (
    <main className="missing">
      <h1>This page does not exist</h1>
      <p>Please check the address, or ask your contractor for the link to their financing page.</p>
      <p>
        Questions? Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> or
        call {brand.phone}.
      </p>
    </main>
  );
}
