/** An e-mail address for the audit log: enough to recognize it, not to write to it. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${address.slice(0, Math.min(2, at))}•••${address.slice(at)}`;
}

/** The end of a bank, card, or tax number; empty for none. */
export const maskedNumber = (last4: string): string => (last4 === '' ? '' : `•••• ${last4}`);

/** The old and the new value of each field of `to` that differs. */
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
