import { useState } from 'react';
import { contentTypes, socialMedia } from '@lintel/contract/marketing-constants';
import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { networkLabel, typeLabel, typesOf } from './social-format.ts';

const all = { value: 'all', label: 'All' };

const networks = [
  all,
  ...socialMedia.map((key) => ({ value: key as string, label: networkLabel(key) })),
];
const typesFor = (network: string) => {
  const known = socialMedia.find((key) => key === network);
  const types = known === undefined ? contentTypes : typesOf(known);
  return [all, ...types.map((type) => ({ value: type as string, label: typeLabel(type) }))];
};

const fits = (chosen: string, value: string): boolean => chosen === all.value || chosen === value;

/** A choice of a network and a content type, and the templates that are left. */
export function useFormatFilter(templates: readonly SocialTemplate[]) {
  const [{ network, type }, setFilter] = useState({ network: 'all', type: 'all' });
  const types = typesFor(network);
  return {
    network: {
      options: networks,
      value: network,
      onChange: (next: string): void =>
        setFilter({
          network: next,
          type: typesFor(next).some(({ value }) => value === type) ? type : 'all',
        }),
    },
    type: {
      options: types,
      value: type,
      onChange: (next: string): void => setFilter({ network, type: next }),
    },
    left: templates.filter(
      ({ socialMedia, contentType }) => fits(network, socialMedia) && fits(type, contentType),
    ),
    /** Shows all of them again. */
    clear: (): void => setFilter({ network: 'all', type: 'all' }),
  };
}
export type FormatFilter = ReturnType<typeof useFormatFilter>;
