import type { StateKind } from '@lintel/contract/legal/constants';

/** Disclosures that some states require on applications. A provider has its own counsel review them. */
export const stateTexts: Readonly<Record<StateKind, { en: string; es: string }>> = {
  // Cal. Civ. Code 1812.30 and 1785.26
  'state-ca': {
    en: `# Notice to California residents

A married applicant may apply for a separate account.

- As required by law, you are notified that a negative credit report reflecting on your credit record may be submitted to a credit reporting agency if you fail to fulfill the terms of your credit obligations.`,
    es: `# Aviso para residentes de California

Un solicitante casado puede solicitar una cuenta separada.

- Según lo exige la ley, se le notifica que se puede enviar a una agencia de informes de crédito un informe negativo sobre su historial si usted no cumple los términos de sus obligaciones de crédito.`,
  },
  // N.J. Stat. 56:12-16
  'state-nj': {
    en: `# Notice to New Jersey residents

The section headings of documents that you receive are for convenience. No provision of them is void, unenforceable, or inapplicable in New Jersey, unless the document states so.`,
    es: `# Aviso para residentes de Nueva Jersey

Los títulos de las secciones de los documentos que usted recibe son para su comodidad. Ninguna de sus disposiciones es nula, inexigible o inaplicable en Nueva Jersey, salvo que el documento lo indique.`,
  },
  // N.Y. Gen. Bus. Law 380-b
  'state-ny': {
    en: `# Notice to New York residents

A consumer report may be requested in connection with this application and with updates, renewals, or extensions of credit. If you ask, you will be informed whether a report was requested and, if so, of the name and address of the consumer reporting agency that furnished it.`,
    es: `# Aviso para residentes de Nueva York

Se puede pedir un informe del consumidor en relación con esta solicitud y con actualizaciones, renovaciones o extensiones de crédito. Si usted lo pide, se le informará si se pidió un informe y, en ese caso, el nombre y la dirección de la agencia que lo proporcionó.`,
  },
  // Ohio Rev. Code 4112.021
  'state-oh': {
    en: `# Notice to Ohio residents

The Ohio laws against discrimination require that all creditors make credit equally available to all creditworthy customers, and that credit reporting agencies maintain separate credit histories on each individual upon request. The Ohio civil rights commission administers compliance with this law.`,
    es: `# Aviso para residentes de Ohio

Las leyes de Ohio contra la discriminación exigen que todos los acreedores ofrezcan crédito por igual a todos los clientes solventes, y que las agencias de informes de crédito mantengan historiales separados de cada persona si se les pide. La Comisión de Derechos Civiles de Ohio administra el cumplimiento de esta ley.`,
  },
  // R.I. Gen. Laws 6-13.1-21
  'state-ri': {
    en: `# Notice to Rhode Island residents

A credit report may be requested in connection with this application for credit.`,
    es: `# Aviso para residentes de Rhode Island

Se puede pedir un informe de crédito en relación con esta solicitud.`,
  },
  // Vt. Stat. tit. 9, 2480e
  'state-vt': {
    en: `# Notice to Vermont residents

By sending this application, you authorize lenders to obtain your credit report for this application, and, if you get credit, for reviewing the account, increasing the credit line, collecting the account, and other legitimate purposes associated with it.`,
    es: `# Aviso para residentes de Vermont

Al enviar esta solicitud, usted autoriza a los prestamistas a obtener su informe de crédito para esta solicitud y, si recibe crédito, para revisar la cuenta, aumentar la línea de crédito, cobrar la cuenta y otros fines legítimos relacionados con ella.`,
  },
  // Wis. Stat. 766.56
  'state-wi': {
    en: `# Notice to married Wisconsin residents

No provision of any marital property agreement, unilateral statement under Wis. Stat. § 766.59, or court decree under § 766.70 adversely affects the interest of the creditor unless, before the credit is granted, the creditor is furnished a copy of the agreement, statement, or decree, or has actual knowledge of the adverse provision.

- If you are married, the creditor may have to give notice of the credit to your spouse.`,
    es: `# Aviso para residentes casados de Wisconsin

Ninguna disposición de un acuerdo de bienes conyugales, de una declaración unilateral según Wis. Stat. § 766.59 o de una sentencia según § 766.70 afecta el interés del acreedor, salvo que antes de otorgarse el crédito se le entregue una copia del acuerdo, la declaración o la sentencia, o que conozca realmente la disposición adversa.

- Si usted está casado, es posible que el acreedor deba notificar el crédito a su cónyuge.`,
  },
};
