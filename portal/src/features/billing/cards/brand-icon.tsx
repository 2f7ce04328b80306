import type { ReactNode } from 'react';
import { cardBrandName, isCardBrand, type CardBrand } from '@lintel/contract/billing/card-rules';

/** Two overlapping circles. */
const pair = (left: string, right: string, both: string): ReactNode => (
  <>
    <circle cx="16" cy="13" r="7.5" fill={left} />
    <circle cx="24" cy="13" r="7.5" fill={right} />
    <path d="M20 6.65a7.5 7.5 0 0 1 0 12.7 7.5 7.5 0 0 1 0-12.7Z" fill={both} />
  </>
);

const word = (
  text: string,
  fill: string,
  size: number,
  more: { y?: number; slant?: boolean } = {},
): ReactNode => (
  <text
    x="20"
    y={more.y ?? 13 + size * 0.36}
    textAnchor="middle"
    fill={fill}
    fontSize={size}
    fontWeight="700"
    fontStyle={more.slant ? 'italic' : 'normal'}
  >
    {text}
  </text>
);

const bar = (x: number, fill: string): ReactNode => (
  <rect x={x} y="5" width="6.6" height="16" rx="3" fill={fill} />
);

const drawings: Record<CardBrand, { paper: string; drawing: ReactNode }> = {
  visa: { paper: '#fff', drawing: word('VISA', '#1a3f8f', 12, { slant: true }) },
  mastercard: { paper: '#fff', drawing: pair('#d9232e', '#f2a33a', '#ee6b2d') },
  maestro: { paper: '#fff', drawing: pair('#2a6fc9', '#d9232e', '#7a4aa0') },
  cirrus: { paper: '#fff', drawing: pair('#2a6fc9', '#35a8dc', '#2f8bd3') },
  amex: { paper: '#2671b9', drawing: word('AMEX', '#fff', 10) },
  diners: {
    paper: '#fff',
    drawing: (
      <>
        <circle cx="20" cy="13" r="8.5" fill="#1f5f9e" />
        <circle cx="20" cy="13" r="6.5" fill="#fff" />
        <path d="M18.4 7.6v10.8a5.6 5.6 0 0 1 0-10.8Zm3.2 0a5.6 5.6 0 0 1 0 10.8Z" fill="#1f5f9e" />
      </>
    ),
  },
  discover: {
    paper: '#fff',
    drawing: (
      <>
        <path d="M40 16.5V22a4 4 0 0 1-4 4H17c9.5-1.6 17.5-4.7 23-9.5Z" fill="#ef7d22" />
        {word('DISCOVER', '#23262b', 6.6, { y: 14.5 })}
      </>
    ),
  },
  jcb: {
    paper: '#fff',
    drawing: (
      <>
        {bar(8.9, '#1f5ea8')}
        {bar(16.7, '#c8243b')}
        {bar(24.5, '#2c8a45')}
      </>
    ),
  },
  unionpay: {
    paper: '#fff',
    drawing: (
      <>
        <path d="M11.5 5h8l-3.6 16h-8z" fill="#d3243d" />
        <path d="M18 5h8l-3.6 16h-8z" fill="#15447c" />
        <path d="M24.5 5h8l-3.6 16h-8z" fill="#0d7f86" />
      </>
    ),
  },
};

const generic = {
  paper: '#6b7686',
  drawing: (
    <>
      <path d="M0 7h40v4.5H0z" fill="#4a5463" />
      <rect x="5" y="16" width="12" height="3.5" rx="1.5" fill="#fff" fillOpacity=".85" />
    </>
  ),
};

/** The brand's icon, or a generic card. */
export function BrandIcon({ brand, width = 40 }: { brand: string; width?: number }) {
  const known = isCardBrand(brand) ? brand : null;
  const { paper, drawing } = known === null ? generic : drawings[known];
  return (
    <svg
      width={width}
      height={width * 0.65}
      viewBox="0 0 40 26"
      role="img"
      aria-label={cardBrandName(brand)}
      data-brand={known ?? 'generic'}
    >
      <rect width="40" height="26" rx="4" fill={paper} />
      {drawing}
      <rect
        x=".5"
        y=".5"
        width="39"
        height="25"
        rx="3.5"
        fill="none"
        stroke="#1c2430"
        strokeOpacity=".18"
      />
    </svg>
  );
}
