import * as m from '#messages';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { CalmPage, CalmReason } from '@lintel/contract/marketing/embeds';
import { frameDocument } from './document.ts';
import { escapeHtml } from './html.ts';
import css from './calm-page.css?inline';

interface PageTexts {
  heading: string;
  text: string;
  /** Null without a button. */
  link: { href: string; label: string } | null;
}

function pageTexts(reason: CalmReason): PageTexts {
  if (reason.kind === 'unknown')
    return { heading: m.calm_unknown_heading(), text: m.calm_unknown_text(), link: null };
  const company = reason.companyName;
  if (reason.kind === 'not-listed')
    return {
      heading: m.calm_not_listed_heading(),
      text: m.calm_not_listed_text({ company }),
      link: { href: reason.url, label: m.calm_not_listed_link({ company }) },
    };
  const phone = phoneText(reason.phone);
  const call = { href: `tel:+1${reason.phone}`, label: m.calm_closed_call({ phone }) };
  return {
    heading: m.calm_closed_heading(),
    text: m.calm_closed_text({ company }),
    link: phone === '' ? null : call,
  };
}

/** What a frame shows in place of its widget: a short message, and what to do instead. */
export function renderCalm({ reason }: CalmPage): string {
  const { heading, text, link } = pageTexts(reason);
  const action =
    link === null
      ? ''
      : `<p><a href="${escapeHtml(link.href)}" target="_blank" rel="noopener">${escapeHtml(link.label)}</a></p>`;
  const body = `<main><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>${action}</main>`;
  return frameDocument({ title: heading, css, body });
}
