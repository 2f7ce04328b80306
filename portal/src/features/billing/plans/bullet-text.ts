const mark = '• ';

/** Lines as the text of a field, each behind its bullet. */
export const bulletText = (lines: readonly string[]): string =>
  lines.map((line) => mark + line).join('\n');

/**
 * What was typed, with a bullet before each line. After `deleting`, a bullet that lost its space is
 * gone and its line joins the one before, as it does where there are no bullets.
 */
export function bulleted(text: string, deleting: boolean): string {
  const joined = deleting ? text.replace(/\n•(?! )/g, '') : text;
  if (joined === '' || (deleting && joined === '•')) return '';
  const lines = joined.split('\n').map((line) => line.replace(/^\s*(•\s?)?/, ''));
  return bulletText(lines);
}
