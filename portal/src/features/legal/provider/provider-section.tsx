import { useState } from 'react';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { usStates } from '@lintel/contract/core/us-states';
import type { ProviderFacts, StoredProvider } from '@lintel/contract/legal/provider';
import { changingRules } from '@lintel/contract/core/changing-rules';
import { formatMoment } from '../../../lib/format-moment.ts';
import { may, useSession } from '../../../lib/session.ts';
import { failureText } from '../../../lib/failure.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { IconPencil } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { providerQuery } from '../requests.ts';
import { ProviderForm } from './provider-form.tsx';
import classes from './provider.module.css';

/** The provider's licenses, mailing address, and lenders, as public pages show them. */
export function ProviderSection() {
  const mayChange = may(useSession(), changingRules);
  const [active, setActive] = useState(false);
  const { data, error, refetch } = useQuery(providerQuery);
  if (data === undefined) {
    return (
      <Card>
        {error === null ? (
          <SkeletonRows columns={2} rows={4} />
        ) : (
          <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
        )}
      </Card>
    );
  }
  return (
    <Card>
      <Missing provider={data.provider} />
      <div className={classes.head}>
        <LastChange stored={data} />
        {mayChange && !active && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            aria-label={m.legal_provider_edit()}
            onClick={() => setActive(true)}
          >
            {m.common_edit()}
          </Button>
        )}
      </div>
      {active ? (
        <ProviderForm base={data} onDone={() => setActive(false)} />
      ) : (
        <ProviderDetails provider={data.provider} />
      )}
    </Card>
  );
}

/** Public pages omit missing details without notice, so staff see them here. */
function Missing({
  provider: { nmlsId, licenses, lenders, address },
}: {
  provider: ProviderFacts;
}) {
  const missing = [
    nmlsId === '' && m.legal_provider_missing_nmlsId(),
    licenses.length === 0 && 'licenses',
    lenders.length === 0 && m.legal_provider_missing_lenders(),
    address === '' && m.legal_provider_missing_address(),
  ].filter((one) => one !== false);
  if (missing.length === 0) return null;
  return (
    <Alert color="yellow" mb="md" title={m.legal_provider_missing_title()}>
      {m.legal_provider_missing_text({ missing: missing.join(', ') })}
    </Alert>
  );
}

const LastChange = ({ stored: { email, lastEdit } }: { stored: StoredProvider }) => (
  <p className={classes.quiet}>
    {lastEdit === null
      ? m.common_lastUpdated_never()
      : m.common_lastUpdated({
          email: email || m.common_lastUpdated_system(),
          at: formatMoment(lastEdit),
        })}
  </p>
);

const ProviderDetails = ({ provider }: { provider: ProviderFacts }) => (
  <>
    <Facts
      facts={[
        [m.legal_provider_legalName(), provider.legalName || m.legal_provider_brandUsed()],
        [m.legal_provider_address(), provider.address || m.common_none()],
        [m.legal_provider_nmlsId(), provider.nmlsId || m.common_none()],
      ]}
    />
    <div className={classes.lists}>
      <section>
        <h3>{m.legal_provider_licensesCount({ count: provider.licenses.length })}</h3>
        <ul>
          {provider.licenses.map(({ state, number, name }) => (
            <li key={`${state} ${number}`}>
              {usStates[state]}: {name} {number}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{m.legal_provider_lendersCount({ count: provider.lenders.length })}</h3>
        <ul>
          {provider.lenders.map(({ name, nmlsId, website }) => (
            <li key={`${name} ${nmlsId}`}>
              {[name, nmlsId && m.legal_provider_nmlsIdOf({ nmlsId }), website]
                .filter(Boolean)
                .join(', ')}
            </li>
          ))}
        </ul>
      </section>
    </div>
  </>
);
