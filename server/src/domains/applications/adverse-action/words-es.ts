import type { NoticeWords } from './words.ts';

/** A courtesy translation; the English text is the notice. */
export const spanish: NoticeWords = {
  title: 'Aviso de la decisión y declaración de motivos',
  courtesy:
    '**Traducción de cortesía.** El aviso oficial es el texto en inglés que sigue a esta traducción.',
  lead: ({ name, company, applied, number }) =>
    `${name}: gracias por su solicitud de crédito del ${applied} a través de ${company} (solicitud ${number}).`,
  action: {
    declined: ({ creditor }) => `**Decisión:** ${creditor} ha rechazado su solicitud de crédito.`,
    'no-offers': ({ creditor }) =>
      `**Decisión:** ${creditor} no pudo aprobar su solicitud de crédito.`,
    withdrawn: ({ creditor }) =>
      `**Decisión:** ${creditor} ha retirado el crédito que le había ofrecido.`,
    'counter-offer': ({ creditor, offered }) =>
      `**Decisión:** ${creditor} no pudo ofrecerle crédito en los términos que usted pidió. Le ofreció un crédito de ${offered}. Usted no aceptó esa oferta, por lo que no se otorgó ningún crédito.`,
  },
  dated: (day) => `Fecha de este aviso: ${day}`,
  creditor: 'Acreedor',
  phone: (number) => `Teléfono: ${number}`,
  reasons: 'Motivos principales de la decisión',
  unstated: {
    title: 'Su derecho a una declaración de motivos',
    text: 'Usted tiene derecho a una declaración de los motivos específicos de esta decisión. Para obtenerla, escriba o llame al acreedor indicado arriba dentro de los 60 días después de recibir este aviso. El acreedor le entrega la declaración dentro de los 30 días después de recibir su pedido.',
  },
  report: {
    title: 'Información de una agencia de informes del consumidor',
    text: 'La decisión del acreedor se basó en todo o en parte en información obtenida en un informe de la agencia de informes del consumidor indicada abajo. Según la Ley de Informe Justo de Crédito, usted tiene derecho a conocer la información de su expediente de crédito en esa agencia. La agencia no participó en la decisión y no puede indicar los motivos específicos por los que se negó el crédito. Usted también tiene derecho a una copia gratuita de su informe, si la pide a la agencia a más tardar 60 días después de recibir este aviso. Además, si encuentra que alguna información del informe es inexacta o incompleta, tiene derecho a disputarla con la agencia.',
  },
  tollFree: (number) => `Número gratuito: ${number}`,
  score: {
    title: 'Su puntaje de crédito',
    text: 'El acreedor también obtuvo su puntaje de crédito de una agencia de informes del consumidor y lo usó para tomar la decisión. Su puntaje de crédito es un número que refleja la información de su informe de crédito. Puede cambiar según cambie la información de su informe.',
    yours: (score) => `Su puntaje de crédito: ${score}`,
    made: (day) => `Fecha: ${day}`,
    range: (lowest, highest) =>
      `Los puntajes van de un mínimo de ${lowest} a un máximo de ${highest}`,
    source: (name) => `Fuente: ${name}`,
    factors: 'Factores principales que afectaron negativamente su puntaje de crédito:',
  },
  equalCredit: {
    title: 'Ley de Igualdad de Oportunidades de Crédito',
    text: (agency) =>
      `La Ley federal de Igualdad de Oportunidades de Crédito prohíbe a los acreedores discriminar a los solicitantes de crédito por motivos de raza, color, religión, origen nacional, sexo, estado civil o edad (siempre que el solicitante tenga capacidad para celebrar un contrato vinculante); porque todos o parte de los ingresos del solicitante provengan de un programa de asistencia pública; o porque el solicitante haya ejercido de buena fe algún derecho según la Ley de Protección del Crédito al Consumidor. La agencia federal que administra el cumplimiento de esta ley con respecto a este acreedor es: ${agency}.`,
  },
  sender: (provider) => `${provider} envía este aviso en nombre del acreedor indicado arriba.`,
};
