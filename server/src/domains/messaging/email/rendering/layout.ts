import type { Brand } from '@lintel/contract/brand';
import { textOn } from '@lintel/contract/core/color';
import { locales, type Language } from '@lintel/contract/core/language';
import { escapeHtml } from '../../../../platform/escape-html.ts';

/** The footer of a message. */
export interface Foot {
  unsubscribeUrl: string | null;
  language: Language;
  /** In messages with an unsubscribe link, as required by the CAN-SPAM Act; may be empty. */
  postalAddress: string;
}

export interface LayoutInput extends Foot {
  brand: Brand;
  title: string;
  /** The preview that inboxes show after the subject. */
  preheader: string;
  /** HTML. */
  body: string;
}

/**
 * The frame of every message, 600 pixels wide. Tables, because some mail programs support no other
 * layout. Styles are not inlined yet.
 */
export const layout = ({
  brand,
  title,
  preheader,
  body,
  ...foot
}: LayoutInput): string => `<!doctype html>
<html lang="${locales[foot.language]}">
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
<tr><td class="foot">${renderFoot(brand, foot)}</td></tr>
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

const unsubscribeWords: Record<Language, { question: string; action: string }> = {
  en: { question: 'Don’t want these messages?', action: 'Unsubscribe' },
  es: { question: '¿Ya no quiere recibir estos mensajes?', action: 'Cancelar la suscripción' },
};

const renderFoot = (brand: Brand, foot: Foot): string => {
  const { name, supportEmail, phone } = brand;
  const contact = `${escapeHtml(name)} &middot; <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a> &middot; ${escapeHtml(phone)}`;
  const line = unsubscribeLine(foot);
  return line === '' ? contact : `${contact}<br>${line}`;
};

/** HTML; empty in messages that can't be unsubscribed from. */
export function unsubscribeLine({ unsubscribeUrl: url, language, postalAddress }: Foot): string {
  if (url === null) return '';
  const { question, action } = unsubscribeWords[language];
  const address = postalAddress === '' ? '' : `${escapeHtml(postalAddress)}<br>`;
  return `${address}${escapeHtml(question)} <a href="${escapeHtml(url)}">${escapeHtml(action)}</a>`;
}

/** The footer of the text part. */
export const textFoot = (
  brand: Brand,
  { unsubscribeUrl, language, postalAddress }: Foot,
): string => {
  const contact = `-- \n${brand.name}\n${brand.supportEmail}\n${brand.phone}`;
  if (unsubscribeUrl === null) return contact;
  const address = postalAddress === '' ? '' : `\n${postalAddress}`;
  return `${contact}${address}\n\n${unsubscribeWords[language].action}: ${unsubscribeUrl}`;
};

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Styles to inline in each element, because several mail programs support no others. */
const inlinedStyles = ({ primaryColor }: Brand): string => `
.page { margin: 0; padding: 0; background-color: #f3f5f8; color: #1f2733; font-family: ${font}; font-size: 16px; line-height: 1.5; }
.preheader { display: none; max-height: 0; overflow: hidden; mso-hide: all; font-size: 1px; line-height: 1px; color: #f3f5f8; }
.outer { background-color: #f3f5f8; }
.margin { padding: 24px 12px; }
.card { max-width: 600px; background-color: #ffffff; border-top: 4px solid ${primaryColor}; }
.brand { padding: 24px 32px 0; font-family: ${font}; font-size: 20px; font-weight: 700; color: ${primaryColor}; }
.content { padding: 16px 32px 24px; font-family: ${font}; font-size: 16px; line-height: 1.5; color: #1f2733; }
.content h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; font-weight: 700; color: #1f2733; }
.content h2 { margin: 24px 0 12px; font-size: 19px; line-height: 1.3; color: #1f2733; }
.content p, .content ol, .content ul { margin: 0 0 16px; }
.content li { margin: 0 0 8px; }
.content a { color: ${primaryColor}; }
.content a.button { display: inline-block; background-color: ${primaryColor}; color: ${textOn(primaryColor)}; border: solid ${primaryColor}; border-width: 12px 24px; border-radius: 6px; font-weight: 600; line-height: 1.25; text-decoration: none; }
.content .small { font-size: 14px; color: #5b6675; }
.content pre { margin: 0 0 16px; padding: 12px; background-color: #f3f5f8; font-family: Menlo, Consolas, monospace; font-size: 13px; white-space: pre-wrap; word-break: break-word; }
.content blockquote { margin: 0 0 16px; padding: 4px 16px; border-left: 4px solid #d5dbe3; }
.content .facts { margin: 0 0 16px; border-collapse: collapse; }
.content .facts td { padding: 4px 24px 4px 0; vertical-align: top; }
.foot { padding: 16px 32px 24px; border-top: 1px solid #e3e7ed; font-family: ${font}; font-size: 13px; line-height: 1.5; color: #5b6675; }
.foot a { color: #5b6675; }
`;

/** Styles that aren't inlined: for dark mode and narrow screens. */
const embeddedStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .margin { padding: 0 !important; }
  .brand, .content, .foot { padding-left: 20px !important; padding-right: 20px !important; }
}
@media (prefers-color-scheme: dark) {
  .page, .outer { background-color: #14181e !important; }
  .card { background-color: #1e242c !important; }
  .content, .content h1, .content h2, .brand { color: #eef1f5 !important; }
  .content a:not(.button) { color: #9dc1ff !important; }
  .content .small, .foot, .foot a { color: #aab4c0 !important; }
  .content pre { background-color: #14181e !important; }
  .foot { border-color: #38414d !important; }
}
`;
