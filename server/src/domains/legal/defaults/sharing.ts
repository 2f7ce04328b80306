/** Written instructions to obtain the credit report (15 USC 1681b(a)(2)), and to share. */
export const sharing = {
  en: `# Sharing with lenders and soft credit inquiry

I agree that {company} and {brand} share this application with lenders, and I instruct these lenders in writing to make a soft inquiry into my credit report, which does not change my credit score.

## What is shared
- What you entered here: your name, e-mail, phone, city and state, your project, where it is, and its cost, what you would like to pay a month, how you rate your credit, and the language you read.
- If a lender needs more, the form asks you for it: your home address, date of birth, yearly income, housing, employment, and the last four digits of your Social Security number. Each lender gets only what it needs, and {company} gets none of it.
- It goes to the lenders on the [list of lenders]({lendersPage}) that may have an offer for you. {company} sees the rest as well, with the offers, so that it can plan your project.
- It is used to find financing for you and to see it through. It is not sold as an advertising lead.

## What a soft inquiry is
- You give written instructions under the Fair Credit Reporting Act, so that {brand} and these lenders may obtain information about you from one or more consumer reporting agencies to see which offers you prequalify for.
- Only you can see a soft inquiry on your report. It does not change your credit score.
- If you choose an offer and go ahead, the lender asks for your permission again before a full (hard) inquiry, which other lenders can see.

## What it is not
- {brand} and {company} are not lenders and make no credit decisions. An offer that you see here is a prequalification: the lender still checks what you have entered.
- You can withdraw your application at any time. What lenders have received until then, they keep as the law asks them to.
- How your data is handled is said in the [privacy notice]({privacyPage}).`,
  es: `# Compartir con prestamistas y consulta de crédito sin impacto

Acepto que {company} y {brand} compartan esta solicitud con prestamistas, e instruyo por escrito a estos prestamistas a hacer una consulta de crédito sin impacto (“soft inquiry”), que no cambia mi puntaje de crédito.

## Qué se comparte
- Lo que usted escribió aquí: su nombre, correo electrónico, teléfono, ciudad y estado, su proyecto, dónde está y su costo, lo que le gustaría pagar al mes, cómo califica usted su crédito y el idioma en que lee.
- Si un prestamista necesita más, el formulario se lo pide: la dirección de su casa, su fecha de nacimiento, ingreso anual, vivienda, empleo y los últimos cuatro dígitos de su número de Seguro Social. Cada prestamista recibe solo lo que necesita, y {company} no recibe nada de esto.
- Lo reciben los prestamistas de la [lista de prestamistas]({lendersPage}) que pueden tener una oferta para usted. {company} también ve lo demás, junto con las ofertas, para poder planear su proyecto.
- Se usa para encontrar financiamiento para usted y llevarlo a cabo. No se vende como contacto publicitario.

## Qué es una consulta sin impacto
- Usted da instrucciones por escrito según la Ley de Informe Imparcial de Crédito (“Fair Credit Reporting Act”) para que {brand} y estos prestamistas obtengan información sobre usted de una o más agencias de informes del consumidor y vean para qué ofertas precalifica.
- Solo usted puede ver esta consulta en su informe. No cambia su puntaje de crédito.
- Si elige una oferta y sigue adelante, el prestamista le pide permiso otra vez antes de una consulta completa (“hard inquiry”), que otros prestamistas pueden ver.

## Qué no es
- {brand} y {company} no son prestamistas y no toman decisiones de crédito. Una oferta que usted ve aquí es una precalificación: el prestamista todavía verifica lo que usted escribió.
- Puede retirar su solicitud en cualquier momento. Lo que los prestamistas hayan recibido hasta entonces lo conservan según lo exige la ley.
- El [aviso de privacidad]({privacyPage}) explica cómo se tratan sus datos.`,
};
