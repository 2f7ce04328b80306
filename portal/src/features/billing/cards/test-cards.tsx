import { queryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import type { readGateway } from '@lintel/contract/billing/cards';
import type { Answer } from '@lintel/contract/core/endpoint';
import { call } from '../../../lib/api/call.ts';
import { groupNumber } from './card-fields.tsx';
import { Rich } from '../../../ui/rich.tsx';
import classes from './cards.module.css';

const getGateway = call<typeof readGateway>({ method: 'GET', path: '/payment-gateway' });

export type Gateway = Answer<typeof readGateway>;

/** The gateway for cards; it changes only with the server's settings. */
export const gatewayQuery = queryOptions({
  queryKey: ['billing', 'gateway'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => getGateway({}, { signal }),
});

/** The sandbox's numbers and their outcomes; choosing one fills it in. */
export function TestCards({
  cards,
  onChoose,
}: {
  cards: Gateway['testCards'];
  onChoose: (number: string) => void;
}) {
  if (cards.length === 0) return null;
  return (
    <details className={classes.test}>
      <summary>
        <Rich
          text={m.billing_testCards_notice()}
          parts={{ strong: (words) => <strong>{words}</strong> }}
        />
      </summary>
      <ul>
        {cards.map(({ number, description }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onChoose(number)}
              aria-label={m.billing_testCards_use({
                number: groupNumber(number),
                description,
              })}
            >
              {groupNumber(number)}
            </button>
            <span>{description}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
