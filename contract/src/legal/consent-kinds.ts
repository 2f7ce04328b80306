/** The consents of the application form, in order. In its own file, for a small page. */
export const consentKinds = ['sharing', 'e-sign', 'contact'] as const;
export type ConsentKind = (typeof consentKinds)[number];
