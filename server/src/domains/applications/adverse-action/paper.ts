import { locales, type Language } from '@lintel/contract/core/language';
import { readMarkup } from '@lintel/contract/legal/markup';
import { brandFromConfig } from '../../../platform/brand.ts';
import type { Context } from '../../../platform/context.ts';
import { markupTools, paperTools, providerHead } from '../../../platform/typeset/paper.ts';
import { paperFonts, Typesetter, visible } from '../../../platform/typeset/typesetter.ts';

/** What a notice on paper shows besides its text. */
interface Printed {
  applicationId: number;
  applicantName: string;
  address: string;
  language: Language;
  text: string;
  /** Printed on every page of a notice that wasn't sent yet. */
  isDraft: boolean;
}

/** A notice as PDF: the same from the same text, whenever it is printed. */
export function noticePdf({ config, clock }: Context, notice: Printed): Buffer {
  const brand = brandFromConfig(config);
  const [title, ...blocks] = readMarkup(notice.text);
  const data = {
    title: title?.kind === 'title' ? title.parts.map(({ text }) => text).join('') : '',
    accent: brand.primaryColor,
    second: brand.accentColor,
    brand: { name: brand.name },
    mark: brand.logoUrl === null,
    facts: [['Application', String(notice.applicationId)]],
    footer: `${brand.name} · ${brand.supportEmail}`,
    to: [notice.applicantName, notice.address].filter(Boolean),
    draft: notice.isDraft ? 'Not sent yet' : '',
    language: locales[notice.language].slice(0, 2),
    blocks,
  };
  return typesetter.pdf(visible(data), {}, clock.now());
}

export const pdfHeaders = (applicationId: number): Record<string, string> => ({
  'content-type': 'application/pdf',
  'content-disposition': `attachment; filename="notice-${applicationId}.pdf"`,
  'cache-control': 'no-store',
});

const layout = String.raw`
#let d = json(bytes(sys.inputs.data))
${paperTools}
#set document(title: d.title, author: d.brand.name)
#set text(font: ${paperFonts}, size: 9pt, fill: ink, lang: d.language, hyphenate: false)
#set par(leading: 0.6em, spacing: 0.9em, justify: false)
#set page(
  paper: "us-letter",
  margin: (x: 60pt, top: 54pt, bottom: 60pt),
  footer: context {
    set text(size: 8pt, fill: quiet)
    grid(
      columns: (1fr, auto, auto),
      gutter: 24pt,
      words(d.footer),
      words(d.draft),
      [#here().page() / #counter(page).final().first()],
    )
  },
)
${providerHead('', 12)}
${markupTools}
#for line in d.to [#words(line) #linebreak()]
#v(10pt)
#block(below: 12pt, sticky: true, text(size: 15pt, weight: 600, fill: accent, words(d.title)))
#for one in d.blocks { block-of(one) }
`;

const typesetter = new Typesetter(layout);
