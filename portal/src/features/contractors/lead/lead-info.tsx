import { Button, Group, Modal, Text } from '@mantine/core';
import { formatPhone } from '../../../lib/format.ts';
import { Facts } from '../../../ui/facts.tsx';
import { IconExternalLink } from '../../../ui/icons.ts';
import type { LeadAnswer } from './api/create-lead.ts';
import classes from './lead.module.css';

const isPhone = (value: string): boolean => /^\d{10}$/.test(value);

/** What is known already of a lead that was to be made. */
export function LeadInfo({
  answer: { message, field = '', leadId, leadUrl, companyName },
  onClose,
}: {
  answer: LeadAnswer;
  onClose(): void;
}) {
  const link = leadId !== null && (
    <a
      className={classes.link}
      href={leadUrl ?? `/manage/leads/${leadId}`}
      target="_blank"
      rel="noreferrer"
    >
      {`Lead ${leadId}`}
      <IconExternalLink size={14} aria-label="opens in a new tab" />
    </a>
  );
  const matches =
    field === '' ? [] : [['Already used', isPhone(field) ? formatPhone(field) : field] as const];
  return (
    <Modal opened onClose={onClose} title="Lead info" size={440} zIndex={300}>
      <Text mb="md">{message}</Text>
      <Facts facts={[...matches, link ? ['In the CRM', link] : ['Company', companyName]]} />
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          OK
        </Button>
      </Group>
    </Modal>
  );
}
