import { useState, type FormEvent } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Sighting } from '@lintel/contract/marketing-sites';
import { messageOf } from '../../../lib/api/api-error.ts';
import { CheckResult, type Finding } from './check-result.tsx';
import { findPlace, isListed } from './place-of.ts';
import classes from './sites.module.css';

interface Props {
  /** What is known now. */
  refresh: () => Promise<{ sites: string[]; sightings: Sighting[] }>;
}

/** Tells whether a code was seen on a page. */
export function CodeChecker({ refresh }: Props) {
  const [address, setAddress] = useState('');
  const check = useMutation({
    mutationFn: async (typed: string): Promise<Finding> => {
      const { sites, sightings } = await refresh();
      const found = findPlace(typed, sightings);
      if (found === null)
        throw new TypeError(
          'Please enter the address of a page, such as www.example.com/financing.',
        );
      return { ...found, listed: isListed(found.host, sites) };
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    check.mutate(address);
  };
  return (
    <section aria-label="Is my code on this page?">
      <form onSubmit={submit} className={classes.line} noValidate>
        <TextInput
          label="Is my code on this page?"
          placeholder="www.example.com/financing"
          inputMode="url"
          autoComplete="off"
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          error={
            check.error &&
            (check.error instanceof TypeError ? check.error.message : messageOf(check.error))
          }
        />
        <Button
          type="submit"
          variant="default"
          loading={check.isPending}
          disabled={address.trim() === ''}
        >
          Check
        </Button>
      </form>
      <div role="status">{check.data && <CheckResult finding={check.data} />}</div>
    </section>
  );
}
