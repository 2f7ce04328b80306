/** Prior express written consent to automated calls and texts (47 CFR 64.1200(f)(9)). */
export const contact = {
  en: `# Automated calls and texts

I agree that {company} and {brand} may call and text me at the phone number that I entered, also with automated technology and with prerecorded or artificial voices, about this application and about financing for my project, including offers. Agreeing is not a condition of buying anything or of getting a loan.

## What this means
- By ticking the box you sign this consent electronically, and you say that the number is yours.
- Calls and texts may be made with an automatic system for selecting or dialing numbers. This holds also if the number is on a do-not-call list.
- How many there are depends on your application. Message and data rates may apply.
- Reply **STOP** to any text to end texts, or **HELP** for help. To end calls as well, say so in a call, write to {contact}, or open “What you agreed to” in your application and withdraw this consent there.
- You can leave this box empty: your application goes to the lenders all the same. We may still send you e-mails about it and call you by hand.
- This consent is not passed on to anybody else. The lender that you choose asks for its own. See the [privacy notice]({privacyPage}) and the [terms of use]({termsPage}).`,
  es: `# Llamadas y mensajes de texto automatizados

Acepto que {company} y {brand} me llamen y me envíen mensajes de texto al número de teléfono que escribí, también con tecnología automatizada y con voces pregrabadas o artificiales, sobre esta solicitud y sobre el financiamiento de mi proyecto, incluidas ofertas. Aceptar no es condición para comprar nada ni para obtener un préstamo.

## Qué significa
- Al marcar la casilla usted firma este consentimiento electrónicamente y declara que el número es suyo.
- Las llamadas y los mensajes pueden hacerse con un sistema automático para seleccionar o marcar números. Esto vale también si el número está en una lista de no llamar.
- La cantidad depende de su solicitud. Pueden aplicarse cargos por mensajes y datos.
- Responda **STOP** a cualquier mensaje para dejar de recibir mensajes, o **HELP** para obtener ayuda. Para que tampoco le llamen, dígalo en una llamada, escriba a {contact}, o abra “Lo que usted aceptó” en su solicitud y retire allí este consentimiento.
- Puede dejar esta casilla vacía: su solicitud llega igual a los prestamistas. Aun así podemos enviarle correos electrónicos sobre ella y llamarle manualmente.
- Este consentimiento no se pasa a nadie más. El prestamista que usted elija le pide el suyo. Consulte el [aviso de privacidad]({privacyPage}) y las [condiciones de uso]({termsPage}).`,
};
