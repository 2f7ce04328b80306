import { Button, Group, Table } from '@mantine/core';
import * as m from '#messages';
import type { PrivacyMatch, PrivacyRequestDetails } from '@lintel/contract/privacy/requests';
import { useAction } from '../../../lib/use-action.ts';
import { postMatch, requestsKey } from './requests-view.ts';
import listClasses from '../../../ui/work-list.module.css';

const reasons: Record<PrivacyMatch['why'], string> = {
  phone: m.privacy_matches_phone(),
  merge: m.privacy_matches_merged(),
  application: m.privacy_matches_application(),
};
const lines = [
  ['name', m.common_name()],
  ['email', m.common_email()],
  ['phone', m.common_phone()],
  ['address', m.common_address()],
] as const;

/**
 * Customers that staff compare with the requester's details to decide whether they’re the same
 * person.
 */
export function Matches({ request }: { request: PrivacyRequestDetails }) {
  if (request.matches.length === 0) return null;
  return (
    <section>
      <h3>{m.privacy_matches_title()}</h3>
      <p className={listClasses.quiet}>{m.privacy_matches_help()}</p>
      {request.matches.map((match) => (
        <Match key={match.key} request={request} match={match} />
      ))}
    </section>
  );
}

function Match({ request, match }: { request: PrivacyRequestDetails; match: PrivacyMatch }) {
  const { companyName, why, given, held, decision } = match;
  return (
    <div role="group" aria-label={m.privacy_matches_of({ name: held.name, company: companyName })}>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <caption>
            {m.privacy_matches_of({ name: held.name, company: companyName })}. {reasons[why]}
          </caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th />
              <Table.Th>{m.privacy_matches_given()}</Table.Th>
              <Table.Th>{m.privacy_matches_customer()}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(([name, label]) => (
              <Table.Tr key={name}>
                <Table.Th>{label}</Table.Th>
                <Table.Td>{given[name]}</Table.Td>
                <Table.Td>{held[name]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group gap="sm" mt="xs" mb="md">
        <Decide request={request} match={match} to="same" isSet={decision === 'same'} />
        <Decide request={request} match={match} to="other" isSet={decision === 'other'} />
      </Group>
    </div>
  );
}

interface DecideProps {
  request: PrivacyRequestDetails;
  match: PrivacyMatch;
  to: 'same' | 'other';
  isSet: boolean;
}

function Decide({ request: { id, version }, match: { key }, to, isSet }: DecideProps) {
  const { busy, run } = useAction({
    call: () => postMatch({ params: { id }, body: { version, key, decision: to } }),
    successToast: ({ message }) => message,
    refresh: [requestsKey],
    refreshAlways: true,
  });
  return (
    <Button
      size="sm"
      variant={isSet ? 'filled' : 'default'}
      aria-pressed={isSet}
      loading={busy}
      onClick={() => void run()}
    >
      {to === 'same' ? m.privacy_matches_same() : m.privacy_matches_other()}
    </Button>
  );
}
