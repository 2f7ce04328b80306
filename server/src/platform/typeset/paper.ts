import { longWords } from './typesetter.ts';

/**
 * The tones and small tools (Typst) of a document on paper. Its data `d` says the accent as
 * `d.accent`. What people have typed comes in as JSON and is only ever used as strings, which Typst
 * draws as they are: nothing of it is read as markup or code.
 */
export const paperTools = String.raw`
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
// As wide as its content, and at most so wide.
#let within(most, body) = context box(width: calc.min(measure(body).width, most), body)
`;

/**
 * The top of a document of the provider (Typst): its mark and name, the heading in `size` points,
 * and the pairs of `d.facts`.
 */
export const providerHead = (heading: string, size: number): string => String.raw`
// The provider's mark: a lintel on two posts.
#let mark = box(width: 26pt, height: 26pt, radius: 6.5pt, fill: rgb(d.accent), {
  place(dx: 5.7pt, dy: 7.7pt, rect(width: 14.6pt, height: 3.3pt, fill: rgb(d.second)))
  place(dx: 7.7pt, dy: 12.6pt, rect(width: 3.3pt, height: 6.9pt, fill: white))
  place(dx: 15pt, dy: 12.6pt, rect(width: 3.3pt, height: 6.9pt, fill: white))
})
#let name = text(size: 14pt, weight: 600, words(d.brand.name))
#let brand = if d.mark { grid(columns: (auto, 1fr), gutter: 9pt, align: horizon, mark, name) } else { name }

#let facts = {
  show heading: set text(size: ${size}pt, weight: 600, fill: accent, tracking: -0.01em)
  show heading: set block(above: 0pt, below: 13pt)
  heading(level: 1, "${heading}")
  grid(
    columns: (auto, auto),
    column-gutter: 14pt,
    row-gutter: 6.5pt,
    align: right,
    ..d.facts.map(((name, value)) => (text(fill: quiet, name), within(190pt, number(bold(words(value)))))).flatten(),
  )
}

#grid(columns: (1fr, auto), gutter: 32pt, brand, align(right, facts))

#v(20pt, weak: true)
#line(length: 100%, stroke: 0.75pt + line-color)
#v(16pt, weak: true)
`;

/** Draws the blocks of a text in the markup of legal texts (Typst): `block-of`. Needs `paperTools`. */
export const markupTools = String.raw`
#let inline(parts) = for part in parts {
  let drawn = words(part.text)
  if part.at("bold", default: false) { bold(drawn) } else { drawn }
  if part.at("href", default: none) != none { text(fill: quiet, size: 7.5pt)[ (#words(part.href))] }
}
#let block-of(one) = if one.kind == "title" {
  block(above: 2pt, below: 7pt, sticky: true, text(size: 10.5pt, weight: 600, inline(one.parts)))
} else if one.kind == "heading" {
  block(above: 9pt, below: 5pt, sticky: true, bold(inline(one.parts)))
} else if one.kind == "list" {
  list(indent: 2pt, body-indent: 6pt, spacing: 0.75em, ..one.items.map(inline))
} else { par(inline(one.parts)) }
`;
