import { paperTools } from '../../../platform/typeset/paper.ts';
import { paperFonts } from '../../../platform/typeset/typesetter.ts';

/**
 * The Typst layout of invoices and estimates. Stored documents have more than quick ones: notes
 * after the total, terms, and a signature. All user input comes in as JSON and is only used as
 * strings, which Typst draws as they are: none of it is parsed as markup or code.
 */
export const layout = String.raw`
#let d = json(bytes(sys.inputs.data))
${paperTools}

#set document(title: d.title, author: d.company.name)
#set text(font: ${paperFonts}, size: 9.5pt, fill: ink, lang: "en", hyphenate: false)
#set par(leading: 0.56em, spacing: 0.9em, justify: false)
#set page(
  paper: "us-letter",
  margin: (x: 54pt, top: 54pt, bottom: 60pt),
  header-ascent: 14pt,
  header: context if here().page() > 1 {
    set text(size: 8pt, fill: quiet)
    grid(columns: (1fr, auto), gutter: 24pt, words(d.company.short), d.title)
  },
  footer: context {
    set text(size: 8pt, fill: quiet)
    grid(
      columns: (1fr, auto),
      gutter: 24pt,
      words(d.company.contact),
      [Page #here().page() of #counter(page).final().first()],
    )
  },
)

#let company = stack(
  spacing: 8pt,
  ..if "logo" in d { (pad(bottom: 3pt, image("/logo.png", width: d.logo.width * 1pt, alt: d.company.name)),) },
  text(size: if "logo" in d { 11pt } else { 15pt }, weight: 600, words(d.company.name)),
  text(fill: quiet, lines(d.company.lines)),
)

#let facts = {
  show heading: set text(size: 24pt, weight: 600, fill: accent, tracking: -0.01em)
  show heading: set block(above: 0pt, below: 13pt)
  heading(level: 1, d.docType)
  grid(
    columns: (auto, auto),
    column-gutter: 14pt,
    row-gutter: 6.5pt,
    align: right,
    ..d.facts.map(((name, value)) => (text(fill: quiet, name), within(170pt, number(bold(words(value)))))).flatten(),
  )
}

#let party(title, name, more) = stack(
  spacing: 7pt,
  label(title),
  text(size: 10.5pt, weight: 600, words(name)),
  lines(more),
)

#grid(columns: (1fr, auto), gutter: 32pt, company, align(right, facts))

#v(20pt, weak: true)
#line(length: 100%, stroke: 0.75pt + line-color)
#v(16pt, weak: true)

#grid(
  columns: (1fr, 1fr),
  gutter: 24pt,
  party(d.customer.label, d.customer.name, d.customer.lines),
  if d.project != "" { party("Project", d.project, ()) },
)

#v(22pt, weak: true)

#let head(title, side) = table.cell(fill: tint, stroke: none, align: side, label(title))
#table(
  columns: (1fr, auto, auto, auto),
  align: (left, right, right, right),
  inset: (x: 8pt, y: 7.5pt),
  stroke: (bottom: 0.5pt + line-color, rest: none),
  table.header(head("Description", left), head("Quantity", right), head("Unit price", right), head("Amount", right)),
  ..d.items.map(((description, quantity, price, total, ..more)) => (
    {
      words(description)
      // The scope of the work, on kept documents.
      for one in more.flatten() {
        linebreak()
        text(size: 8.5pt, fill: quiet, words(one))
      }
    },
    number(quantity),
    number(price),
    number(bold(total)),
  )).flatten(),
)

#let totals = stack(
  spacing: 10pt,
  pad(
    x: 8pt,
    grid(
      columns: (1fr, auto),
      row-gutter: 8pt,
      align: (left, right),
      ..d.sums.map(((name, value)) => (text(fill: quiet, name), number(value))).flatten(),
    ),
  ),
  block(
    width: 100%,
    fill: tint,
    radius: 5pt,
    inset: (x: 8pt, y: 10pt),
    grid(
      columns: (1fr, auto),
      column-gutter: 12pt,
      align: (left + horizon, right + horizon),
      bold("Total"),
      text(size: 14pt, weight: 600, fill: accent, number(d.total)),
    ),
  ),
  ..if "after" in d and d.after.len() > 0 {
    (pad(
      x: 8pt,
      grid(
        columns: (1fr, auto),
        row-gutter: 8pt,
        align: (left, right),
        ..d.after.map(((name, value, strong)) => if strong { (bold(name), number(bold(value))) } else { (text(fill: quiet, name), number(value)) }).flatten(),
      ),
    ),)
  },
)

#let notes = if d.notes.len() > 0 {
  stack(spacing: 7pt, label("Notes"), d.notes.map(words).join(linebreak()))
}

// Notes of the length that quick documents take fit next to the totals.
#let notes-are-long = d.notes.map(one => one.clusters().len() + 40).sum(default: 0) > 700

#v(12pt, weak: true)
#block(
  breakable: false,
  width: 100%,
  grid(
    columns: (1fr, 228pt),
    gutter: 32pt,
    if not notes-are-long { pad(top: 1pt, left: 8pt, notes) },
    totals,
  ),
)

#if notes-are-long {
  v(20pt, weak: true)
  pad(x: 8pt, notes)
}

#if "terms" in d and d.terms.len() > 0 {
  v(20pt, weak: true)
  pad(x: 8pt, stack(spacing: 7pt, label("Terms"), text(size: 8.5pt, d.terms.map(words).join(linebreak()))))
}

#if "signature" in d {
  v(22pt, weak: true)
  block(
    breakable: false,
    width: 100%,
    stroke: 0.75pt + line-color,
    radius: 8pt,
    inset: 14pt,
    stack(
      spacing: 9pt,
      label("Accepted and signed"),
      text(size: 15pt, weight: 600, words(d.signature.name)),
      text(size: 8.5pt, fill: quiet, lines(d.signature.lines)),
    ),
  )
}

#if "financing" in d {
  v(26pt, weak: true)
    block(
    breakable: false,
    width: 100%,
    stroke: 0.75pt + line-color,
    radius: 8pt,
    inset: 14pt,
    grid(
      columns: (auto, 1fr),
      gutter: 16pt,
      align: horizon,
      image(bytes(d.financing.code), format: "svg", width: 66pt, alt: "QR code: " + d.financing.url),
      stack(
        spacing: 8pt,
        text(size: 11.5pt, weight: 600, "Pay over time"),
        par(d.financing.words),
        link(d.financing.url, text(weight: 600, fill: accent, words(d.financing.shown))),
        ..if d.financing.small != "" { (text(size: 7.5pt, fill: quiet, d.financing.small),) },
      ),
    ),
  )
}
`;
