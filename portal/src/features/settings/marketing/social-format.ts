import {
  socialNetworks,
  socialSizes,
  type ContentType,
  type SocialMedia,
} from '@lintel/contract/marketing-constants';

interface Format {
  socialMedia: SocialMedia;
  contentType: ContentType;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const networkLabel = (key: SocialMedia): string =>
  socialNetworks.find((network) => network.key === key)?.label ?? key;
export const typeLabel: (type: ContentType) => string = capital;

/** The content types of a network. */
export const typesOf = (network: SocialMedia): readonly ContentType[] =>
  socialNetworks.find(({ key }) => key === network)?.types ?? [];

/** Pixels of a picture. */
export const sizeOf = ({ socialMedia, contentType }: Format): { width: number; height: number } =>
  socialSizes[`${socialMedia} ${contentType}`] ?? { width: 1, height: 1 };

export const isSameFormat = (one: Format, other: Format): boolean =>
  one.socialMedia === other.socialMedia && one.contentType === other.contentType;

/** A format in words: `Facebook cover, 820 × 312`. */
export function formatWords(format: Format): string {
  const { width, height } = sizeOf(format);
  return `${networkLabel(format.socialMedia)} ${format.contentType}, ${width}\u00A0×\u00A0${height}`;
}
