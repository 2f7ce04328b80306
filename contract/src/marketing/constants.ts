/** Constants of the marketing materials, without schemas. */

export interface ColorScheme {
  key: string;
  /** `RRGGBB` */
  color1: string;
  color2: string;
  color3: string;
}

/** The widget pages' color schemes. */
export const colorSchemes: readonly ColorScheme[] = [
  { key: 'default', color1: '68BA62', color2: '1C418C', color3: 'FFFFFF' },
  { key: 'red/blue', color1: 'B31417', color2: '064C8F', color3: 'FFFFFF' },
  { key: 'orange/blue', color1: 'FF531B', color2: '054078', color3: 'FFFFFF' },
  { key: 'gold/black', color1: 'BD921E', color2: '3A3A37', color3: 'FFFFFF' },
  { key: 'yellow/purple', color1: 'FFD200', color2: '472152', color3: '293033' },
];

const realWidgetColor2: Readonly<Record<string, string>> = {
  'orange/blue': '054079',
  'yellow/purple': '522762',
};

/** The same schemes with the real widget's second colors. */
export const realWidgetSchemes: readonly ColorScheme[] = colorSchemes.map((scheme) => ({
  ...scheme,
  color2: realWidgetColor2[scheme.key] ?? scheme.color2,
}));

/**
 * `name` replaces the size in a picture's address, because ad blockers filter addresses with sizes.
 */
export const bannerSizes = [
  { size: '930x180', width: 930, height: 180, name: 'wide' },
  { size: '728x90', width: 728, height: 90, name: 'flat' },
  { size: '468x60', width: 468, height: 60, name: 'slim' },
  { size: '300x250', width: 300, height: 250, name: 'card' },
  { size: '160x600', width: 160, height: 600, name: 'tall' },
  { size: '320x100', width: 320, height: 100, name: 'phone' },
] as const;
export type BannerSize = (typeof bannerSizes)[number]['size'];

/** Replaces a wider banner on phones, where the wide one would be too small to read. */
export const phoneBanner = { size: '320x100', width: 320, height: 100, upTo: 600 } as const;

export const bannerDesigns = [
  { id: 1, name: 'Clear Sky' },
  { id: 2, name: 'Front Porch' },
  { id: 3, name: 'Blueprint' },
  { id: 4, name: 'Evening Light' },
  { id: 5, name: 'Fresh Paint' },
  { id: 6, name: 'Toolbox' },
] as const;

/** The apply-now button: its default text, and its width in pixels. */
export const realWidget = {
  text: 'Apply now',
  width: 400,
  minWidth: 300,
  maxShare: '95%',
} as const;

export const qrCodeOptions = ['Co-branded page', 'Company website'] as const;
export type QrCodeOption = (typeof qrCodeOptions)[number];

/**
 * The crop dialog of the flyer's logo: the area in pixels, its maximum size, and the steps of its
 * controls.
 */
export const logoCropper = {
  width: 218,
  height: 145,
  maxArea: 284_490,
  rotateBy: 15,
  zoomIn: 1.1,
  zoomOut: 0.9,
} as const;

/** Networks and content types with their picture sizes and preview scales. */
export const socialNetworks = [
  { key: 'facebook', label: 'Facebook', types: ['cover', 'post', 'story'] },
  { key: 'instagram', label: 'Instagram', types: ['post', 'story'] },
  { key: 'linkedin', label: 'LinkedIn', types: ['cover', 'post'] },
] as const;
export const socialMedia = ['facebook', 'instagram', 'linkedin'] as const;
export type SocialMedia = (typeof socialMedia)[number];
export const contentTypes = ['cover', 'post', 'story'] as const;
export type ContentType = (typeof contentTypes)[number];

export const socialSizes: Readonly<Record<string, { width: number; height: number }>> = {
  'facebook cover': { width: 820, height: 312 },
  'facebook post': { width: 1200, height: 630 },
  'facebook story': { width: 1080, height: 1920 },
  'instagram post': { width: 1080, height: 1080 },
  'instagram story': { width: 1080, height: 1920 },
  'linkedin cover': { width: 1584, height: 396 },
  'linkedin post': { width: 1200, height: 627 },
};
export const previewScale: Readonly<Record<ContentType, number>> = {
  cover: 0.5,
  post: 0.3,
  story: 0.25,
};

export const widgetKinds = ['banner', 'calculator', 'full-page', 'real-widget'] as const;
export type WidgetKind = (typeof widgetKinds)[number];
