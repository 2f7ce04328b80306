import { useState } from 'react';
import { useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { minPartnerSearch } from '@lintel/contract/leads-constants';
import { partnersQuery } from './api/search-partners.ts';
import type { LeadForm } from './use-lead-form.ts';

/** How long typing rests before the search starts, in milliseconds. */
const rest = 250;

const isLongEnough = (text: string): boolean => text.trim().length >= minPartnerSearch;

/**
 * The search for a partner: typing forgets the one that was chosen. `waiting` until what was found
 * is for what is typed.
 */
export function usePartnerSearch({ setValue }: Pick<LeadForm, 'setValue'>) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), rest);
  const found = useQuery(partnersQuery(asked));
  const type = (typed: string): void => {
    setText(typed);
    setValue('partner', '');
    if (isLongEnough(typed)) combobox.openDropdown();
    else combobox.closeDropdown();
  };
  const choose = (id: string): void => {
    setText(found.data?.data.find((one) => String(one.id) === id)?.companyName ?? '');
    setValue('partner', id);
    combobox.closeDropdown();
  };
  return {
    combobox,
    text,
    found,
    searching: isLongEnough(text),
    waiting: asked !== text.trim(),
    type,
    choose,
  };
}
