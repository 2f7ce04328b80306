import { hasTags } from '@lintel/contract/core/tags';
import sanitize from 'sanitize-html';
import { escapeHtml } from '../escape-html.ts';

const blocks = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'br'];
const marks = ['strong', 'b', 'em', 'i', 'u', 's', 'code', 'a'];
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

const rules: sanitize.IOptions = {
  allowedTags: [...blocks, ...marks, ...tables],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h2',
    // External links open a new window without a referrer; internal ones stay in the window.
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: /^https?:/i.test(href)
        ? { href, target: '_blank', rel: 'noopener noreferrer' }
        : { href },
    }),
  },
};

/** Plain text as HTML: empty lines separate paragraphs; other line breaks stay. */
const paragraphs = (text: string): string =>
  text
    .split(/\r?\n(?:[^\S\n]*\n)+/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${escapeHtml(part.trim()).replace(/\r?\n/g, '<br />')}</p>`)
    .join('');

/**
 * Sanitizes staff-written HTML for display: text, lists, tables, and links, without anything that
 * runs or loads.
 */
export const cleanHtml = (written: string): string =>
  hasTags(written) ? sanitize(written, rules).trim() : paragraphs(written);
