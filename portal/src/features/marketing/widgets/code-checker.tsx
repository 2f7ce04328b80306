import { useState, type FormEvent } from 'react';
import { Button, TextInput } from '@mantine/core';
import * as m from '#messages';
import type { Sighting } from '@lintel/contract/marketing/sites';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { findPlace, isListed, widgetNames } from './use-site-list.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from './sites.module.css';

interface Props {
  /** Fetches the current sites and sightings. */
  refresh: () => Promise<{ sites: string[]; sightings: Sighting[] }>;
}

/** Checks whether a page has loaded a widget. */
export function CodeChecker({ refresh }: Props) {
  const [address, setAddress] = useState('');
  const check = useAction({
    call: async (typed: string): Promise<CodeProblem> => {
      const { sites, sightings } = await refresh();
      const found = findPlace(typed, sightings);
      if (found === null) throw new TypeError(m.marketing_checker_invalid());
      return { ...found, listed: isListed(found.host, sites) };
    },
    onFailure: 'shown in place',
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void check.run(address);
  };
  return (
    <section aria-label={m.marketing_checker_title()}>
      <form onSubmit={submit} className={classes.line} noValidate>
        <TextInput
          label={m.marketing_checker_title()}
          placeholder={m.marketing_checker_placeholder()}
          inputMode="url"
          autoComplete="off"
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          error={
            check.error &&
            (check.error instanceof TypeError ? check.error.message : errorMessage(check.error))
          }
        />
        <Button
          type="submit"
          variant="default"
          loading={check.busy}
          disabled={address.trim() === ''}
        >
          {m.marketing_checker_submit()}
        </Button>
      </form>
      <div role="status">{check.answer && <CheckResult finding={check.answer} />}</div>
    </section>
  );
}

interface CodeProblem {
  host: string;
  /** Host and path. */
  site: string;
  here: readonly Sighting[];
  elsewhere: readonly Sighting[];
  /** Whether the list of allowed websites includes it. */
  listed: boolean;
}

/** The result of a check: where and when the widget was seen, or what to check next. */
function CheckResult({
  finding: { host, site, here, elsewhere, listed },
}: {
  finding: CodeProblem;
}) {
  const seen = here.length > 0;
  const [firstElsewhere] = elsewhere;
  return (
    <div className={classes.result} data-seen={seen || undefined}>
      {seen ? (
        <ul>
          {here.map((sighting) => (
            <li key={sighting.id}>
              {m.marketing_checker_seen({
                widgetNames: widgetNames[sighting.widget],
                lastSeen: formatDate(sighting.lastSeen),
              })}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>
            <Rich
              text={m.marketing_checker_notSeen({ site })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </p>
          <ul>
            {!listed && <li>{m.marketing_checker_notAllowed({ host })}</li>}
            {firstElsewhere !== undefined && (
              <li>{m.marketing_checker_seenElsewhere({ site: firstElsewhere.site })}</li>
            )}
            <li>{m.marketing_checker_tip1()}</li>
            <li>{m.marketing_checker_tip2()}</li>
            <li>{m.marketing_checker_tip3()}</li>
          </ul>
        </>
      )}
    </div>
  );
}
