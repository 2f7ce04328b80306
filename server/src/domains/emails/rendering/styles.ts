import { textOn } from '@lintel/contract/core/color';
import type { Brand } from '@lintel/contract/brand';

const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Styles that are written into each element, because several mail programs read no others. */
export const inlinedStyles = ({ primaryColor }: Brand): string => `
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

/**
 * Styles that stay as they are: for mail programs that know the dark mode, and for narrow screens.
 */
export const embeddedStyles = `
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
