export const terms = {
  en: `# Terms of use

These terms hold between you and {provider} (“we”) when you use the financing page of {company} or another contractor. If you do not agree with them, please do not use it.

## What the service is
- You tell us about a project, we pass your application to lenders, and you see which offers you prequalify for. It is free for you: lenders and contractors pay us.
- {brand} is not a lender, a bank or a contractor. It makes no credit decisions and lends no money. Not every lender takes part, and not every lender serves every state.
- Payments and rates in examples are estimates. What counts is what the lender you choose puts in its loan agreement.

## What we ask of you
- You are at least 18 years old, live in the United States, and apply for yourself or together with somebody who agrees.
- What you enter is true and complete. You do not apply in somebody else’s name.
- You do not disturb the service, probe it for weaknesses, or read it with automatic means.

## Your loan and your project
- A loan is a contract between you and the lender. Its terms, and what the law gives you against the lender, are in that contract.
- The work is a contract between you and {company}. We do not check, recommend or guarantee contractors’ work. Do not sign that a job is done before it is.

## What we stand for
- We run the service with care, but it comes as it is: it may be interrupted, and lenders may change or take back offers as the law allows.
- Where the law allows it, we are not liable for indirect damages, nor for what a lender or a contractor does. Nothing here limits liability for intent or gross negligence, or rights that a law gives you and that cannot be waived.

## Messages and electronic records
- How we may reach you, and that records are electronic, is said in the consents that you give with your application. You can read them again there at any time.

## The law and changes
- The law of your state applies where it protects consumers; otherwise the law of the state in which {provider} is established.
- Each version of these terms has a number and a date. A new one holds for applications begun after that day.
- Questions and complaints: {contact}. The [privacy notice]({privacyPage}) is part of what you should read.`,
  es: `# Condiciones de uso

Estas condiciones rigen entre usted y {provider} (“nosotros”) cuando usa la página de financiamiento de {company} o de otro contratista. Si no está de acuerdo con ellas, por favor no la use.

## Qué es el servicio
- Usted nos cuenta sobre un proyecto, pasamos su solicitud a prestamistas y usted ve para qué ofertas precalifica. Para usted es gratis: nos pagan los prestamistas y los contratistas.
- {brand} no es un prestamista, un banco ni un contratista. No toma decisiones de crédito ni presta dinero. No todos los prestamistas participan, y no todos atienden todos los estados.
- Los pagos y las tasas de los ejemplos son estimaciones. Vale lo que el prestamista que usted elija escriba en su contrato de préstamo.

## Qué le pedimos
- Tiene al menos 18 años, vive en los Estados Unidos y hace la solicitud para usted o junto con alguien que está de acuerdo.
- Lo que escribe es verdadero y completo. No hace solicitudes a nombre de otra persona.
- No perturba el servicio, no busca sus puntos débiles y no lo lee con medios automáticos.

## Su préstamo y su proyecto
- Un préstamo es un contrato entre usted y el prestamista. Sus condiciones, y lo que la ley le da frente al prestamista, están en ese contrato.
- La obra es un contrato entre usted y {company}. No revisamos, recomendamos ni garantizamos el trabajo de los contratistas. No firme que una obra está terminada antes de que lo esté.

## De qué respondemos
- Operamos el servicio con cuidado, pero se ofrece tal como es: puede interrumpirse, y los prestamistas pueden cambiar o retirar ofertas según lo permita la ley.
- Cuando la ley lo permite, no respondemos por daños indirectos ni por lo que haga un prestamista o un contratista. Nada aquí limita la responsabilidad por dolo o negligencia grave, ni los derechos que una ley le da y a los que no se puede renunciar.

## Mensajes y documentos electrónicos
- Cómo podemos comunicarnos con usted, y que los documentos son electrónicos, está dicho en los consentimientos que da con su solicitud. Puede volver a leerlos allí en cualquier momento.

## La ley y los cambios
- Rige la ley de su estado en lo que protege a los consumidores; en lo demás, la ley del estado donde está establecida {provider}.
- Cada versión de estas condiciones tiene un número y una fecha. Una nueva rige para las solicitudes iniciadas después de ese día.
- Preguntas y quejas: {contact}. El [aviso de privacidad]({privacyPage}) es parte de lo que debería leer.`,
};
