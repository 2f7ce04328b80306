/**
 * What applications agreed to before the consents were asked for one by one: one text in English
 * for everything. Applications of that time name it by this version, so it never changes.
 */
export const formerConsentVersion = '2026-11';

export const formerConsentText = (companyName: string, brandName: string): string =>
  `I agree that ${companyName} and ${brandName} may share this application with lenders, that lenders may make a soft credit check, which does not change my credit score, and that ${companyName}, ${brandName} and these lenders may contact me about it by phone, text message and e-mail, also by automatic means. Agreeing is not needed to buy anything.`;
