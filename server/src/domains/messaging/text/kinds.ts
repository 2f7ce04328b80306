import { keysOf } from '@lintel/contract/core/map-values';
import { isOneOf } from '@lintel/contract/core/narrow';
import type { Language } from '@lintel/contract/core/language';
import { textKinds, type TextKind } from '@lintel/contract/texts/constants';

const inSpanish: Record<TextKind, string> = {
  'homeowner-received': 'Solicitud recibida',
  'homeowner-confirm': 'Confirmación de las respuestas',
  'homeowner-offers': 'Llegaron ofertas',
  'homeowner-no-offers': 'Ningún prestamista tiene una oferta',
  'homeowner-choice': 'Elección confirmada',
  'homeowner-taken-back': 'Oferta retirada',
  'homeowner-information': 'Se pide información',
  'homeowner-approved': 'Aprobada',
  'homeowner-funded': 'Dinero entregado',
  'homeowner-reversed': 'Dinero revertido',
  'homeowner-expiring': 'Por vencer',
  'homeowner-withdrawn': 'Solicitud retirada',
  'link-apply': 'Enlace para solicitar',
  'link-reminder': 'Recordatorio de un enlace',
  document: 'Presupuesto o factura',
};

const kinds = keysOf(textKinds);

/** A stored text's kind in words. */
export const kindText = (kind: string, language: Language = 'en'): string =>
  isOneOf(kinds, kind) ? (language === 'es' ? inSpanish : textKinds)[kind] : kind;
