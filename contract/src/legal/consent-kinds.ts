/** What the boxes of the application form stand for, in their order. By itself, for a small page. */
export const consentKinds = ['sharing', 'e-sign', 'contact'] as const;
export type ConsentKind = (typeof consentKinds)[number];
