const longest = 200;

/**
 * The words at the beginning of an HTML template, without its styles, tags and Liquid tags; outputs
 * such as `{{ name }}` stay.
 */
export function plainText(html: string): string {
  const words = html
    .replace(/<!--[\s\S]*?-->|<(style|script|title)\b[\s\S]*?<\/\1\s*>|\{%[\s\S]*?%\}/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_all, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
};
