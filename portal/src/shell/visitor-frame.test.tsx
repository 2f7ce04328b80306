import { describe, expect, it } from 'vitest';
import { screen, within } from '@testing-library/react';
import { openPortal } from '../test/render-portal.tsx';

const opensLink = (name: string, address: string) => async (): Promise<void> => {
  await openPortal('/login', null);
  expect(within(screen.getByRole('banner')).getByRole('link', { name }).getAttribute('href')).toBe(
    address,
  );
};

describe('the top bar of a signed-out visitor links to the marketing site', () => {
  it('by About Us [MKT-022]', opensLink('About Us', 'https://www.lintel.example/about-us'));
  it(
    'by How It Works [MKT-023]',
    opensLink('How It Works', 'https://www.lintel.example/how-it-works'),
  );
  it(
    'by Customer Stories [MKT-024]',
    opensLink('Customer Stories', 'https://www.lintel.example/customer-stories'),
  );
  it(
    'by the phone number [MKT-025]',
    opensLink('(800) 555-0142', 'https://www.lintel.example/contact'),
  );
  it(
    'by Get Started [MKT-026]',
    opensLink('Get Started', 'https://www.lintel.example/get-started'),
  );
});
