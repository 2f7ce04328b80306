export const privacy = {
  en: `# Privacy notice

This notice says what {provider} (“we”) does with the personal data of homeowners who look for financing on the page of {company} or another contractor.

## What we collect
- **What you enter**: your name, e-mail address, phone number, city and state, your project, its address and cost, what you would like to pay a month, how you rate your credit, and the language you read.
- **What some lenders need**: your home address, date of birth, yearly income, housing, employment, and the last four digits of your Social Security number. The form asks only for what a lender that may have an offer for you needs.
- **What comes of it**: the offers that lenders make, which one you choose, documents that you upload for a lender, and whether the loan is approved and paid out.
- **What you agree to**: each consent with its text, the time, the network address and the kind of browser.
- **What is needed to run the site**: network addresses, for security and to limit misuse. This page uses no advertising cookies and no trackers of third parties. Your browser keeps a key to your application, so that you can come back to it.

## Who gets it
- **Lenders** on the [list of lenders]({lendersPage}) that may have an offer for you. Each is responsible for what it receives and has a privacy notice of its own.
- **{company}**, whose page you use: your application and how far it has come, to plan your project. It gets neither documents that you upload for a lender nor the details that only some lenders need.
- **Companies that work for us** under contract, for example to send messages or to store data, and only for that.
- **Authorities**, where a law obliges us.
- We do not sell your personal data, and we do not share it for cross-context behavioral advertising.

## How long we keep it
- We remove your name and contact data from an application some time after its last use. The page [Your personal data]({dataPage}) says after how many months.
- We erase the details that only some lenders need when your application ends or is funded, or when neither you nor a lender has done anything with it for some time, usually a month.
- Proof of what you agreed to is kept for five years, because questions about it can come up that long. What tax and lending laws ask for is kept as long as they say.

## How it is protected
- It travels encrypted. Within our company only people who need it for their work can see it, and what they do is recorded.

## What you can ask for
- You can ask for a copy of your data, have it corrected or deleted, and withdraw a consent: on the page [Your personal data]({dataPage}) or by writing to {contact}. We do not treat you worse for it.
- Data that a law or an open loan needs is kept until then. If we say no, we say why, and you can write to us to have the decision looked at again.
- If the law of your state gives you further rights, you can use them in the same way, also through somebody whom you authorize.

## Children
- This service is for adults. We do not knowingly collect data of anybody under 18.

## Changes and questions
- Each version of this notice has a number and a date and stays readable here. Questions: {contact}.`,
  es: `# Aviso de privacidad

Este aviso explica qué hace {provider} (“nosotros”) con los datos personales de los propietarios que buscan financiamiento en la página de {company} o de otro contratista.

## Qué recopilamos
- **Lo que usted escribe**: su nombre, correo electrónico, número de teléfono, ciudad y estado, su proyecto, su dirección y costo, lo que le gustaría pagar al mes, cómo califica usted su crédito y el idioma en que lee.
- **Lo que algunos prestamistas necesitan**: la dirección de su casa, su fecha de nacimiento, ingreso anual, vivienda, empleo y los últimos cuatro dígitos de su número de Seguro Social. El formulario pide solo lo que necesita un prestamista que puede tener una oferta para usted.
- **Lo que resulta de ello**: las ofertas de los prestamistas, cuál elige usted, los documentos que sube para un prestamista, y si el préstamo se aprueba y se paga.
- **Lo que usted acepta**: cada consentimiento con su texto, la hora, la dirección de red y el tipo de navegador.
- **Lo necesario para operar el sitio**: direcciones de red, por seguridad y para limitar el abuso. Esta página no usa cookies publicitarias ni rastreadores de terceros. Su navegador guarda una clave de su solicitud para que pueda volver a ella.

## Quién lo recibe
- **Los prestamistas** de la [lista de prestamistas]({lendersPage}) que pueden tener una oferta para usted. Cada uno es responsable de lo que recibe y tiene su propio aviso de privacidad.
- **{company}**, cuya página usa usted: su solicitud y su avance, para planear su proyecto. No recibe los documentos que usted sube para un prestamista ni los datos que solo algunos prestamistas necesitan.
- **Empresas que trabajan para nosotros** bajo contrato, por ejemplo para enviar mensajes o almacenar datos, y solo para eso.
- **Autoridades**, cuando una ley nos obliga.
- No vendemos sus datos personales ni los compartimos para publicidad conductual entre contextos.

## Cuánto tiempo lo conservamos
- Quitamos su nombre y sus datos de contacto de una solicitud un tiempo después de su último uso. La página [Sus datos personales]({dataPage}) dice después de cuántos meses.
- Borramos los datos que solo algunos prestamistas necesitan cuando su solicitud termina o se entrega el dinero, o cuando ni usted ni un prestamista ha hecho nada con ella durante un tiempo, normalmente un mes.
- La prueba de lo que usted aceptó se conserva cinco años, porque durante ese tiempo pueden surgir preguntas. Lo que exigen las leyes fiscales y de préstamos se conserva el tiempo que ellas indican.

## Cómo se protege
- Viaja cifrado. Dentro de nuestra empresa solo lo ven las personas que lo necesitan para su trabajo, y lo que hacen queda registrado.

## Qué puede pedir
- Puede pedir una copia de sus datos, hacer que se corrijan o se eliminen, y retirar un consentimiento: en la página [Sus datos personales]({dataPage}) o escribiendo a {contact}. No le tratamos peor por ello.
- Los datos que exige una ley o un préstamo en curso se conservan hasta entonces. Si decimos que no, decimos por qué, y puede escribirnos para que se revise la decisión.
- Si la ley de su estado le da más derechos, puede usarlos de la misma manera, también por medio de alguien a quien usted autorice.

## Menores
- Este servicio es para adultos. No recopilamos a sabiendas datos de menores de 18 años.

## Cambios y preguntas
- Cada versión de este aviso tiene un número y una fecha y se puede seguir leyendo aquí. Preguntas: {contact}.`,
};
