/** Masks an e-mail address: recognizable, but not usable. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${address.slice(0, Math.min(2, at))}•••${address.slice(at)}`;
}

/** The last digits of a bank, card, or tax number; empty for none. */
export const maskedNumber = (last4: string): string => (last4 === '' ? '' : `•••• ${last4}`);

/** The old and new value of each field of `to` that differs. */
export function auditChanges(
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
): Record<string, { from: unknown; to: unknown }> {
  const changed = Object.keys(to).filter(
    (field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]),
  );
  return Object.fromEntries(
    changed.map((field) => [field, { from: from[field] ?? null, to: to[field] }]),
  );
}
