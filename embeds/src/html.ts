const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Escapes JSON for a script element, so that it can't close the element. */
export const inScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
