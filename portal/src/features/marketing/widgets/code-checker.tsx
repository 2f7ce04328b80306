import { useState, type FormEvent } from 'react';
import { Button, TextInput } from '@mantine/core';
import type { Sighting } from '@lintel/contract/marketing/sites';
import { messageOf } from '../../../lib/api/api-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { findPlace, isListed, widgetNames } from './use-site-list.ts';
import classes from './sites.module.css';

interface Props {
  /** What is known now. */
  refresh: () => Promise<{ sites: string[]; sightings: Sighting[] }>;
}

/** Tells whether a code was seen on a page. */
export function CodeChecker({ refresh }: Props) {
  const [address, setAddress] = useState('');
  const check = useAction({
    call: async (typed: string): Promise<Finding> => {
      const { sites, sightings } = await refresh();
      const found = findPlace(typed, sightings);
      if (found === null)
        throw new TypeError(
          'Please enter the address of a page, such as www.example.com/financing.',
        );
      return { ...found, listed: isListed(found.host, sites) };
    },
    onFailure: 'shown in place',
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void check.run(address);
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
          loading={check.busy}
          disabled={address.trim() === ''}
        >
          Check
        </Button>
      </form>
      <div role="status">{check.answer && <CheckResult finding={check.answer} />}</div>
    </section>
  );
}

interface Finding {
  host: string;
  /** Host and path. */
  site: string;
  here: readonly Sighting[];
  elsewhere: readonly Sighting[];
  /** Whether the list of allowed websites lets it show the widgets. */
  listed: boolean;
}

/** What a check has found: what was seen there and when, or what to look at next. */
function CheckResult({ finding: { host, site, here, elsewhere, listed } }: { finding: Finding }) {
  const seen = here.length > 0;
  return (
    <div className={classes.result} data-seen={seen || undefined}>
      {seen ? (
        <ul>
          {here.map((sighting) => (
            <li key={sighting.id}>
              {widgetNames[sighting.widget]}: seen on {formatDate(sighting.lastSeen)}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>
            <strong>{site}</strong>: not seen yet
          </p>
          <ul>
            {!listed && <li>{host} is not on your list of allowed websites. Add it below.</li>}
            {elsewhere.length > 0 && (
              <li>A code was seen elsewhere on this website, at {elsewhere[0]?.site}.</li>
            )}
            <li>Open the page once in a private window: a code is counted when it first shows.</li>
            <li>Check that the page is published, and clear the website’s cache if it has one.</li>
            <li>Copy the whole code again. Its last line loads the script.</li>
          </ul>
        </>
      )}
    </div>
  );
}
