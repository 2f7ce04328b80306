import { email } from '@lintel/contract/core/fields';
import { TemplateEngine, textOf } from '../../../platform/liquid/liquid.ts';
import { escapeHtml } from './escape.ts';

const address = email(255);
export const isAddress = (text: string): boolean => address.safeParse(text).data === text;

/** A value in a list of addresses: an address as it is; of anything else, nothing that would begin another address. */
const inAddresses = (value: unknown): string => {
  const text = textOf(value).trim();
  return isAddress(text) ? text : text.replace(/[^\p{L}\p{N} .'’-]/gu, ' ');
};

export interface Engines {
  /** For bodies: values are escaped. */
  html: TemplateEngine;
  /** For subjects. */
  line: TemplateEngine;
  /** For lists of addresses. */
  addresses: TemplateEngine;
}

export const mailEngines = (timeZone: string): Engines => ({
  html: new TemplateEngine({ escape: (value) => escapeHtml(textOf(value)), rawAllowed: true }, timeZone),
  line: new TemplateEngine({ escape: textOf, rawAllowed: true }, timeZone),
  addresses: new TemplateEngine({ escape: inAddresses, rawAllowed: false }, timeZone),
});

/** One line: whatever would end a header becomes a space. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
