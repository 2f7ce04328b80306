import type { TextWords } from './facts.ts';

/** The lender's phone number, if it has one. */
const orCall = (phone: string): string => (phone === '' ? '' : ` o llame al ${phone}.`);

/** The GSM alphabet has `é`, `ñ`, and `¿`, but no `á`, `í`, `ó`, or `ú`: these texts avoid them. */
export const spanish: TextWords = {
  unnamed: { company: 'Su contratista', lender: 'Su prestamista' },
  texts: {
    'homeowner-received': ({ company, link }) =>
      `${company}: ya tenemos su solicitud de financiamiento. Puede volver a verla cuando quiera: ${link} Su plan puede cobrar por mensajes y datos. Responda HELP para ayuda o STOP para no recibir textos.`,
    'homeowner-confirm': ({ company, link }) =>
      `${company}: sus datos se usaron dos veces para pedir financiamiento. Revise las respuestas: ${link} Responda STOP para no recibir textos.`,
    'homeowner-offers': ({ company, link }) =>
      `${company}: ya tiene ofertas de financiamiento: ${link} Responda STOP para no recibir textos.`,
    'homeowner-no-offers': ({ company, link }) =>
      `${company}: esta vez no hay ofertas de financiamiento para usted. Vea lo que puede hacer: ${link} Responda STOP para no recibir textos.`,
    'homeowner-choice': ({ company, lender, link }) =>
      `${company}: usted ha elegido la oferta de ${lender}. Vea el estado de su solicitud: ${link} Responda STOP para no recibir textos.`,
    'homeowner-taken-back': ({ company, lender, link }) =>
      `${company}: ${lender} ha retirado la oferta que usted ha elegido. Vea el estado de su solicitud: ${link} Responda STOP para no recibir textos.`,
    'homeowner-information': ({ company, lender, phone, until, link }) =>
      `${company}: ${lender} necesita algo de usted${until === '' ? '' : ` antes del ${until}`}. Vea lo que falta: ${link}${orCall(phone)} Responda STOP para no recibir textos.`,
    'homeowner-approved': ({ company, lender, link }) =>
      `${company}: ${lender} ha aprobado su financiamiento. Vea lo que sigue: ${link} Responda STOP para no recibir textos.`,
    'homeowner-funded': ({ company, lender, link }) =>
      `${company}: ${lender} ha entregado el dinero para su proyecto. Detalles: ${link} Responda STOP para no recibir textos.`,
    'homeowner-reversed': ({ company, lender }) =>
      `${company}: se ha revertido dinero que ${lender} le ha entregado para su proyecto. Si tiene preguntas, consulte a ${lender}. Responda STOP para no recibir textos.`,
    'homeowner-expiring': ({ company, lender, phone, until, link }) =>
      `${company}: ${lender} espera algo de usted. Su solicitud vence el ${until}: ${link}${orCall(phone)} Responda STOP para no recibir textos.`,
    'homeowner-withdrawn': ({ company }) =>
      `${company}: usted ha retirado su solicitud de financiamiento. Los enlaces anteriores ya no la abren. Responda STOP para no recibir textos.`,
    'link-apply': ({ company, amount, link }) =>
      `${company}: este es su enlace para solicitar financiamiento${amount && ` de ${amount}`}: ${link} Su plan puede cobrar por mensajes y datos. Responda HELP para ayuda o STOP para no recibir textos.`,
    'link-reminder': ({ company, link }) =>
      `${company}: le recordamos su enlace para solicitar financiamiento: ${link} Responda STOP para no recibir textos.`,
    document: ({ company, kind, number, total, link }) =>
      `${company}: ${kind === 'estimate' ? 'este es su presupuesto' : 'esta es su factura'} ${number} por ${total}: ${link} Su plan puede cobrar por mensajes y datos. Responda HELP para ayuda o STOP para no recibir textos.`,
  },
};
