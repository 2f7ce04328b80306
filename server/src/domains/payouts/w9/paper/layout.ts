import { longWords, paperFonts } from '../../../../platform/typeset/typesetter.ts';

/**
 * The substitute form's layout in Typst. User input is JSON and used only as strings, which Typst
 * prints literally. All positions come from the same geometry as the fillable form's fields.
 */
export const layout = String.raw`
#let d = json(bytes(sys.inputs.data))
#let ink = rgb("#16202e")
#let quiet = rgb("#475467")
#let rule = rgb("#667085")
#let tint = rgb("#eef2f7")
#let pen = rgb("#0b2f7a")

#set document(title: d.title, author: d.requester)
#set page(width: d.page.width * 1pt, height: d.page.height * 1pt, margin: 0pt)
#set text(font: ${paperFonts}, size: 8pt, fill: ink, lang: "en", hyphenate: false)
#set par(leading: 0.5em, spacing: 0.7em, justify: false)

#let at(x, y, body) = place(top + left, dx: x * 1pt, dy: y * 1pt, body)
#let bold(body) = text(weight: 600, body)
#let small(body) = text(size: 7pt, fill: quiet, body)
#let across(y, from: 40, to: 572, stroke: 0.6pt + rule) = at(from, y, line(length: (to - from) * 1pt, stroke: stroke))
#let down(x, from, to) = at(x, from, line(length: (to - from) * 1pt, angle: 90deg, stroke: 0.6pt + rule))
#let number(n) = box(width: 10pt, bold(n))

${longWords(30)}
// What is too long for its line is set smaller.
#let written(place-box, value, size: 10pt) = at(place-box.x, place-box.y, context {
  let width = place-box.w * 1pt
  let fitting = size
  let set-in(one) = block(width: width, par(leading: 0.35em, text(size: one, fill: pen, words(value))))
  while fitting > 4pt and measure(set-in(fitting)).height > place-box.h * 1pt { fitting -= 0.5pt }
  block(width: width, height: place-box.h * 1pt, align(left + horizon, set-in(fitting)))
})
#let ticked(place-box, on) = at(place-box.x, place-box.y, box(
  width: place-box.w * 1pt,
  height: place-box.h * 1pt,
  stroke: 0.8pt + ink,
  if on { align(center + horizon, text(size: 10pt, weight: 600, fill: pen, "×")) },
))
#let option(name, label) = {
  let one = d.ticks.at(name)
  ticked(one, d.ticked.contains(name))
  at(one.x + 15, one.y + 1.5, label)
}
#let cells(groups, value) = {
  let used = 0
  for (index, group) in groups.enumerate() {
    for cell in range(group.digits) {
      at(group.x + cell * group.w / group.digits, group.y, box(
        width: group.w / group.digits * 1pt,
        height: group.h * 1pt,
        stroke: 0.6pt + rule,
        if value.len() > 0 {
          align(center + horizon, text(size: 11pt, fill: pen, number-width: "tabular", value.clusters().at(used + cell)))
        },
      ))
    }
    used += group.digits
    if index + 1 < groups.len() { at(group.x + group.w + 3, group.y + 6, text(size: 10pt, "–")) }
  }
}
#let part(y, name, title) = at(40, y, block(width: 532pt, fill: tint, inset: (x: 8pt, y: 5pt), [#bold(name) #h(8pt) #bold(title)]))

// Head
#at(40, 36, stack(spacing: 5pt, text(size: 24pt, weight: 600, "W-9"), small("Substitute form")))
#at(152, 38, block(width: 292pt, align(center, stack(
  spacing: 7pt,
  text(size: 13pt, weight: 600, "Request for Taxpayer"),
  text(size: 13pt, weight: 600, "Identification Number and Certification"),
  small("Substantially similar to Form W-9 (Rev. March 2024) of the Internal Revenue Service"),
))))
#at(456, 42, block(width: 116pt, par(leading: 0.55em, text(size: 8pt, weight: 600, [Give this form to the requester. Do not send it to the IRS.]))))
#down(144, 36, 88)
#down(448, 36, 88)
#across(96, stroke: 1.2pt + ink)

// Lines 1 and 2
#at(42, 101, [#number("1") #small("Name of entity or individual. An entry is required. (For a sole proprietor or disregarded entity, the owner’s name.)")])
#written(d.lines.fullName, d.values.fullName)
#across(131)
#at(42, 135, [#number("2") #small("Business name or disregarded entity name, if different from above.")])
#written(d.lines.companyName, d.values.companyName)
#across(165)

// Lines 3 and 4
#at(42, 169, [#number("3") #small("Federal tax classification of the person on line 1. Tick only one box.")])
#for (name, label) in d.options { option(name, label) }
#at(d.lines.llcClassification.x, d.lines.llcClassification.y + 15, line(length: 22pt, stroke: 0.6pt + rule))
#at(d.lines.llcClassification.x + 27, d.ticks.llc.y + 1.5, small("C, S or P"))
#written(d.lines.llcClassification, d.values.llcClassification)
#at(d.lines.otherClassification.x, d.lines.otherClassification.y + 16, line(length: 262pt, stroke: 0.6pt + rule))
#written(d.lines.otherClassification, d.values.otherClassification)
#down(414, 165, 249)
#at(420, 169, [#number("4") #small("Exemptions (certain entities only)")])
#at(420, 188, "Exempt payee code (if any)")
#at(420, 214, block(width: 104pt, "Exemption from FATCA reporting code (if any)"))
#for one in (d.lines.exemptPayeeCode, d.lines.fatcaCode) { at(one.x, one.y + one.h, line(length: one.w * 1pt, stroke: 0.6pt + rule)) }
#written(d.lines.exemptPayeeCode, d.values.exemptPayeeCode)
#written(d.lines.fatcaCode, d.values.fatcaCode)
#across(249)

// Lines 5 and 6
#at(42, 253, [#number("5") #small("Address (number, street, and apt. or suite no.)")])
#written(d.lines.address, d.values.address)
#across(283)
#at(42, 287, [#number("6") #small("City, state, and ZIP code")])
#written(d.lines.city, d.values.city)
#across(317)

// Part I
#part(325, "Part I", "Taxpayer identification number (TIN)")
#at(42, 352, block(width: 318pt, par(leading: 0.55em, [
  Enter your TIN in the appropriate place. It must match the name given on line 1, to avoid backup withholding. For individuals this is
  generally the Social Security number (SSN). For other entities it is the employer identification number (EIN).
])))
#at(42, 402, block(width: 318pt, [#small[Requester] #h(4pt) #bold(d.requester)]))
#at(381, 350, small("Social Security number"))
#cells(d.numbers.ssn, d.values.ssn)
#at(381, 387.5, [#bold("or") #h(4pt) #small("Employer identification number")])
#cells(d.numbers.ein, d.values.ein)

// Part II
#part(438, "Part II", "Certification")
#at(42, 463, block(width: 526pt, {
  set text(size: 8.5pt)
  set par(leading: 0.52em, spacing: 0.66em)
  [#d.certification.intro]
  for (index, item) in d.certification.items.enumerate() {
    let line-of(body) = grid(columns: (12pt, 1fr), [#(index + 1).], body)
    line-of(if d.crossed == index { strike(stroke: 1pt + pen, offset: -0.25em, item) } else { item })
  }
  text(fill: quiet, d.certification.instruction)
  parbreak()
  bold(d.certification.notice)
}))

// Signature
#across(606, stroke: 1.2pt + ink)
#at(42, 618, block(width: 56pt, par(leading: 0.4em, text(size: 11pt, weight: 600, [Sign here]))))
#written(d.lines.signature, d.values.signature, size: 13pt)
#at(104, 641, small("Signature of U.S. person"))
#down(428, 606, 652)
#written(d.lines.date, d.values.date, size: 11pt)
#at(440, 641, small("Date"))
#across(652, stroke: 1.2pt + ink)
#if d.record.len() > 0 {
  at(42, 662, block(width: 528pt, par(leading: 0.55em, text(size: 7.5pt, fill: quiet, d.record.map(words).join(linebreak())))))
}
`;
