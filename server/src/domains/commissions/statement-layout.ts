import { paperTools, providerHead } from '../../platform/typeset/paper.ts';
import { paperFonts } from '../../platform/typeset/typesetter.ts';

/**
 * The statement's layout in Typst. Its data is JSON and used only as strings, which Typst prints
 * literally.
 */
export const statementLayout = String.raw`
#let d = json(bytes(sys.inputs.data))
${paperTools}

#set document(title: d.title, author: d.brand.name)
#set text(font: ${paperFonts}, size: 9pt, fill: ink, lang: "en", hyphenate: false)
#set par(leading: 0.56em, spacing: 0.9em, justify: false)
#set page(
  paper: "us-letter",
  margin: (x: 54pt, top: 54pt, bottom: 60pt),
  header-ascent: 14pt,
  header: context if here().page() > 1 {
    set text(size: 8pt, fill: quiet)
    grid(columns: (1fr, auto), gutter: 24pt, words(d.contractor.name), d.title)
  },
  footer: context {
    set text(size: 8pt, fill: quiet)
    grid(
      columns: (1fr, auto),
      gutter: 24pt,
      [Questions about this statement: #d.brand.contact],
      [Page #here().page() of #counter(page).final().first()],
    )
  },
)

${providerHead('Commission statement', 22)}

#let total = block(width: 100%, fill: tint, radius: 5pt, inset: (x: 8pt, y: 10pt), grid(
  columns: (1fr, auto),
  column-gutter: 12pt,
  align: (left + horizon, right + horizon),
  bold("Commission (Total)"),
  text(size: 14pt, weight: 600, fill: accent, number(d.total)),
))
#grid(
  columns: (1fr, 270pt),
  gutter: 24pt,
  stack(
    spacing: 7pt,
    label("Earned by"),
    text(size: 10.5pt, weight: 600, words(d.contractor.name)),
    lines(d.contractor.lines),
  ),
  stack(
    spacing: 10pt,
    ..if d.sums.len() > 0 { (pad(x: 8pt, grid(
      columns: (1fr, auto, auto),
      column-gutter: 16pt,
      row-gutter: 8pt,
      align: (left, right, right),
      ..d.sums.map(((name, count, amount)) => (text(fill: quiet, name), text(fill: quiet, number(count)), number(amount))).flatten(),
    )),) },
    total,
  ),
)

#v(22pt, weak: true)

#let head(title, side) = table.cell(fill: tint, stroke: none, align: side, label(title))
#if d.rows.len() == 0 { text(fill: quiet, "There are no commissions in this month.") } else {
  table(
    columns: (auto, 1fr, auto, auto, auto),
    align: (left, left, left, right, right),
    inset: (x: 6pt, y: 6pt),
    stroke: (bottom: 0.5pt + line-color, rest: none),
    table.header(
      head("Date", left), head("Customer", left), head("Type", left), head("Funded amount", right), head("Commission", right),
    ),
    ..d.rows.map(((date, customer, company, type, funded, amount)) => (
      number(date),
      {
        bold(words(customer))
        if company != "" { linebreak(); text(size: 8pt, fill: quiet, words(company)) }
      },
      type,
      number(funded),
      number(bold(amount)),
    )).flatten(),
    table.footer(
      repeat: false,
      table.cell(colspan: 4, stroke: none, bold("Commission (Total)")),
      table.cell(stroke: none, number(bold(d.total))),
    ),
  )
}

#v(18pt, weak: true)
#block(breakable: false, text(size: 8pt, fill: quiet, par(d.note)))
`;
