import { longWords } from '../../platform/typeset/typesetter.ts';

/**
 * The statement's layout in Typst. Its data comes in as JSON and is only ever used as strings,
 * which Typst draws as they are.
 */
export const statementLayout = String.raw`
#let d = json(bytes(sys.inputs.data))
// The provider's colour, dark enough to be read on paper.
#let accent = {
  let (lightness, chroma, hue, ..) = oklch(rgb(d.accent)).components()
  rgb(oklch(calc.min(lightness, 50%), chroma, hue))
}
#let ink = rgb("#1c2430")
#let quiet = rgb("#5d6778")
#let line-color = rgb("#d3d8e0")
#let tint = rgb(d.accent).lighten(93%)

${longWords(22)}
#let lines(list) = list.filter(one => one != "").map(words).join(linebreak())
#let label(body) = text(size: 8pt, weight: 600, fill: quiet, tracking: 0.02em, body)
#let bold(body) = text(weight: 600, body)
#let number(body) = text(number-width: "tabular", body)

#set document(title: d.title, author: d.brand.name)
#set text(font: "Inter", size: 9pt, fill: ink, lang: "en", hyphenate: false)
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

// The provider's mark: a lintel on two posts.
#let mark = box(width: 26pt, height: 26pt, radius: 6.5pt, fill: rgb(d.accent), {
  place(dx: 5.7pt, dy: 7.7pt, rect(width: 14.6pt, height: 3.3pt, fill: rgb(d.second)))
  place(dx: 7.7pt, dy: 12.6pt, rect(width: 3.3pt, height: 6.9pt, fill: white))
  place(dx: 15pt, dy: 12.6pt, rect(width: 3.3pt, height: 6.9pt, fill: white))
})
#let name = text(size: 14pt, weight: 600, words(d.brand.name))
#let brand = if d.mark { grid(columns: (auto, 1fr), gutter: 9pt, align: horizon, mark, name) } else { name }

#let facts = {
  show heading: set text(size: 22pt, weight: 600, fill: accent, tracking: -0.01em)
  show heading: set block(above: 0pt, below: 13pt)
  heading(level: 1, "Commission statement")
  grid(
    columns: (auto, auto),
    column-gutter: 14pt,
    row-gutter: 6.5pt,
    align: right,
    ..d.facts.map(((name, value)) => (text(fill: quiet, name), number(bold(value)))).flatten(),
  )
}

#grid(columns: (1fr, auto), gutter: 32pt, brand, align(right, facts))

#v(20pt, weak: true)
#line(length: 100%, stroke: 0.75pt + line-color)
#v(16pt, weak: true)

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
