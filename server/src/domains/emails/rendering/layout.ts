import type { Brand } from '@lintel/contract/brand';
import { escapeHtml } from '../../../platform/escape-html.ts';
import { embeddedStyles, inlinedStyles } from './styles.ts';

export interface LayoutInput {
  brand: Brand;
  title: string;
  /** What the inbox shows after the subject. */
  preheader: string;
  /** HTML. */
  body: string;
  unsubscribeUrl: string | null;
}

/**
 * The frame of every message: tables, because some mail programs lay out nothing else; 600 pixels
 * wide. Not inlined yet.
 */
export const layout = ({
  brand,
  title,
  preheader,
  body,
  unsubscribeUrl,
}: LayoutInput): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${inlinedStyles(brand)}</style>
<style data-embed>${embeddedStyles}</style>
</head>
<body class="page">
<div class="preheader">${escapeHtml(preheader)}${'&#8203;&nbsp;'.repeat(30)}</div>
<table role="presentation" class="outer" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="margin" align="center">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="brand">${mark(brand)}</td></tr>
<tr><td class="content">
${body}
</td></tr>
<tr><td class="foot">${footOf(brand, unsubscribeUrl)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;

const mark = ({ name, logoUrl }: Brand): string =>
  logoUrl === null
    ? escapeHtml(name)
    : `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}" height="36" style="display:block;border:0;height:36px;width:auto">`;

const footOf = (brand: Brand, unsubscribeUrl: string | null): string => {
  const { name, supportEmail, phone } = brand;
  const contact = `${escapeHtml(name)} &middot; <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a> &middot; ${escapeHtml(phone)}`;
  return unsubscribeUrl === null ? contact : `${contact}<br>${unsubscribeLine(unsubscribeUrl)}`;
};

export const unsubscribeLine = (url: string): string =>
  `Don&#39;t want these messages? <a href="${escapeHtml(url)}">Unsubscribe</a>`;

/** The same foot for the text part. */
export const textFoot = (brand: Brand, unsubscribeUrl: string | null): string => {
  const contact = `-- \n${brand.name}\n${brand.supportEmail}\n${brand.phone}`;
  return unsubscribeUrl === null ? contact : `${contact}\n\nUnsubscribe: ${unsubscribeUrl}`;
};
