/** Disclosures that 15 USC 7001(c)(1) requires before consent to electronic records. */
export const eSign = {
  en: `# Electronic records and signatures

I agree to receive the records of this application electronically instead of on paper and to sign electronically, and I confirm that I can open and keep them on this device.

## What this covers
- Everything about this application and the offers that come of it: disclosures, notices, consents, offers, requests for documents and confirmations, also those that a law asks to be given in writing.
- It covers this application only. The lender that you choose asks you separately for its own documents.

## Your right to paper
- You may ask for a paper copy of any of these records. It is free of charge: write to {contact}.
- You do not have to agree. Without electronic records you cannot apply here, but you can ask {company} or a lender to apply on paper.

## Withdrawing your agreement
- You can withdraw it at any time, free of charge: write to {contact} and name the e-mail address that you used here.
- From then on we send you nothing electronically, and an application that is still under way here ends. What was given or signed electronically before that stays valid.

## Keeping your contact data current
- Records are shown on this site, and messages go to the e-mail address that you entered. If it changes, write to {contact}.

## What you need
- A phone, tablet or computer with internet access and a current version of Chrome, Edge, Firefox or Safari with JavaScript turned on.
- An e-mail account that you can read, and a program that opens PDF files.
- A printer, or enough storage to keep the records. If these needs change so that you may no longer be able to open your records, we tell you and ask you again.`,
  es: `# Documentos y firmas electrónicas

Acepto recibir los documentos de esta solicitud en forma electrónica en lugar de papel y firmar electrónicamente, y confirmo que puedo abrirlos y guardarlos en este dispositivo.

## Qué abarca
- Todo lo relacionado con esta solicitud y con las ofertas que resulten de ella: divulgaciones, avisos, consentimientos, ofertas, pedidos de documentos y confirmaciones, también los que una ley exige dar por escrito.
- Abarca solamente esta solicitud. El prestamista que usted elija le pide su acuerdo por separado para sus propios documentos.

## Su derecho al papel
- Puede pedir una copia en papel de cualquiera de estos documentos. Es gratis: escriba a {contact}.
- No está obligado a aceptar. Sin documentos electrónicos no puede hacer la solicitud aquí, pero puede pedirle a {company} o a un prestamista hacerla en papel.

## Cómo retirar su acuerdo
- Puede retirarlo en cualquier momento y sin costo: escriba a {contact} e indique el correo electrónico que usó aquí.
- Desde entonces no le enviamos nada en forma electrónica, y una solicitud que siga en trámite aquí termina. Lo que se entregó o se firmó electrónicamente antes sigue siendo válido.

## Mantenga al día sus datos de contacto
- Los documentos se muestran en este sitio y los mensajes llegan al correo electrónico que usted escribió. Si cambia, escriba a {contact}.

## Qué necesita
- Un teléfono, una tableta o una computadora con acceso a internet y una versión actual de Chrome, Edge, Firefox o Safari con JavaScript activado.
- Una cuenta de correo electrónico que pueda leer y un programa que abra archivos PDF.
- Una impresora, o suficiente espacio para guardar los documentos. Si estos requisitos cambian de modo que quizá ya no pueda abrir sus documentos, se lo decimos y le preguntamos de nuevo.`,
};
