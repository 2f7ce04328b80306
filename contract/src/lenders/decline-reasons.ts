/**
 * Why a lender declines, with the words for the homeowner's notice: the reasons of the model form
 * C-1 in Regulation B (12 CFR 1002, appendix C), as far as they apply to a consumer's loan.
 */
export const declineReasons = {
  'application-incomplete': {
    en: 'Credit application incomplete',
    es: 'Solicitud de crédito incompleta',
  },
  'insufficient-references': {
    en: 'Insufficient number of credit references provided',
    es: 'Número insuficiente de referencias de crédito',
  },
  'unacceptable-references': {
    en: 'Unacceptable type of credit references provided',
    es: 'Tipo de referencias de crédito no aceptable',
  },
  'references-unverified': {
    en: 'Unable to verify credit references',
    es: 'No se pudieron verificar las referencias de crédito',
  },
  'temporary-employment': {
    en: 'Temporary or irregular employment',
    es: 'Empleo temporal o irregular',
  },
  'employment-unverified': {
    en: 'Unable to verify employment',
    es: 'No se pudo verificar el empleo',
  },
  'employment-length': { en: 'Length of employment', es: 'Duración del empleo' },
  'income-insufficient': {
    en: 'Income insufficient for amount of credit requested',
    es: 'Ingresos insuficientes para el monto solicitado',
  },
  'obligations-excessive': {
    en: 'Excessive obligations in relation to income',
    es: 'Obligaciones excesivas en relación con los ingresos',
  },
  'income-unverified': {
    en: 'Unable to verify income',
    es: 'No se pudieron verificar los ingresos',
  },
  'residence-length': { en: 'Length of residence', es: 'Tiempo en la residencia' },
  'temporary-residence': { en: 'Temporary residence', es: 'Residencia temporal' },
  'residence-unverified': {
    en: 'Unable to verify residence',
    es: 'No se pudo verificar la residencia',
  },
  'no-credit-file': { en: 'No credit file', es: 'Sin historial de crédito' },
  'limited-credit': {
    en: 'Limited credit experience',
    es: 'Experiencia de crédito limitada',
  },
  'poor-performance-with-us': {
    en: 'Poor credit performance with us',
    es: 'Historial de pagos deficiente con nosotros',
  },
  delinquent: {
    en: 'Delinquent past or present credit obligations with others',
    es: 'Obligaciones de crédito morosas, pasadas o actuales, con otros',
  },
  'collection-or-judgment': {
    en: 'Collection action or judgment',
    es: 'Acción de cobro o sentencia',
  },
  'garnishment-or-attachment': { en: 'Garnishment or attachment', es: 'Embargo o retención' },
  foreclosure: { en: 'Foreclosure or repossession', es: 'Ejecución hipotecaria o recuperación' },
  bankruptcy: { en: 'Bankruptcy', es: 'Bancarrota' },
  'recent-inquiries': {
    en: 'Number of recent inquiries on credit bureau report',
    es: 'Número de consultas recientes en el informe de crédito',
  },
  'collateral-value': {
    en: 'Value or type of collateral not sufficient',
    es: 'Valor o tipo de garantía insuficiente',
  },
  other: { en: 'Other', es: 'Otro' },
} as const;
export type DeclineCode = keyof typeof declineReasons;
