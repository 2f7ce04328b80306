/** A LIKE pattern that finds `text` anywhere, with its wildcards taken literally; for a lowercase column. */
export const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
