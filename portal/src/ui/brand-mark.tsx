import { brand } from '../lib/brand.ts';

/** The provider's logo, or the built-in mark in the brand's colors. */
export function BrandMark({ size = 32 }: { size?: number }) {
  if (brand.logoUrl !== null) return <img src={brand.logoUrl} alt="" height={size} />;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill={brand.primaryColor} />
      <path d="M7 9.5h18v4H7z" fill={brand.accentColor} />
      <path d="M9.5 15.5h4V24h-4zM18.5 15.5h4V24h-4z" fill="#fff" />
    </svg>
  );
}
