import type { Mailbox } from '../../../../platform/mail/transport.ts';

const longestName = 100;
/**
 * Makes a name safe for headers and lists: it can't start an address, another mailbox, or a new
 * line.
 */
export const tidyName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}<>"\\]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestName);

/**
 * The mailboxes in a line such as `"Doe, Ann" <ann@example.com>, bob@example.com`. Invalid
 * addresses are kept, for the caller to reject.
 */
export function mailboxesIn(line: string): Mailbox[] {
  return parted(line).flatMap((part) => {
    const text = part.trim();
    if (text === '') return [];
    const start = text.endsWith('>') ? text.lastIndexOf('<') : -1;
    if (start === -1) return [{ name: '', address: text }];
    return [{ name: tidyName(text.slice(0, start)), address: text.slice(start + 1, -1).trim() }];
  });
}

/** Splits at commas outside quotation marks and angle brackets. */
function parted(line: string): string[] {
  const parts = [''];
  let closing = '';
  for (const sign of line) {
    if (closing === '' && sign === ',') {
      parts.push('');
      continue;
    }
    if (closing === '' && (sign === '"' || sign === '<')) closing = sign === '"' ? '"' : '>';
    else if (sign === closing) closing = '';
    parts[parts.length - 1] += sign;
  }
  return parts;
}

/** The stored and displayed form: names with commas or special characters are quoted. */
export const mailboxText = ({ name, address }: Mailbox): string => {
  if (name === '') return address;
  return `${/^[\p{L}\p{N} '’-]+$/u.test(name) ? name : `"${name}"`} <${address}>`;
};
