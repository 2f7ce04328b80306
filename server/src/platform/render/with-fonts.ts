/**
 * The page with the fonts' rules before everything of its own, so that its own rules win, and
 * always in the browser's standard mode.
 */
export function withFonts(html: string, rules: string): string {
  const doctype = /^\uFEFF?\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? '';
  const rest = html.slice(doctype.length);
  return `<!doctype html><meta charset="utf-8"><style>${rules}</style>${rest}`;
}
