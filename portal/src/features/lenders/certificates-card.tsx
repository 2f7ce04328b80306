import { useState } from 'react';
import { Alert, Button, Group, Modal, Select, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { secretOverlapHours } from '@lintel/contract/lenders/constants';
import type { Lender } from '@lintel/contract/lenders/lender';
import {
  addCertificate as addSpec,
  saveAuthorities as authoritiesSpec,
  type LenderCertificate,
} from '@lintel/contract/lenders/tls';
import { openDialog } from '../../lib/dialog.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { certificateProblem, certificateStates, hoursText } from './lender-names.ts';
import {
  addCertificate,
  lendersKey,
  removeCertificate,
  saveAuthorities,
  tlsQuery,
} from './requests.ts';
import classes from './lenders.module.css';

interface Props {
  lender: Lender;
  mayChange: boolean;
}

/** Our client certificates for calls to the lender, and its own authorities. */
export function CertificatesCard({ lender, mayChange }: Props) {
  const { id, certificateExpiresAt } = lender;
  const query = useQuery(tlsQuery(id));
  const [editing, setEditing] = useState<'certificate' | 'authorities' | null>(null);
  const problem = certificateProblem(certificateExpiresAt, new Date());
  const close = () => setEditing(null);
  return (
    <div className={classes.wideCard}>
      <Card
        title={m.lenders_tls()}
        text={m.lenders_tls_text()}
        tone={problem === '' ? 'default' : 'warning'}
      >
        {problem !== '' && (
          <Alert color="yellow" mb="md">
            {problem} {m.lenders_tls_expiryHelp()}
          </Alert>
        )}
        {query.isPending && <SkeletonRows columns={2} rows={2} />}
        {query.isError && <ErrorState onRetry={() => void query.refetch()} />}
        {query.data && (
          <div className={classes.stack}>
            <Certificates id={id} certificates={query.data.certificates} mayChange={mayChange} />
            <div>
              <h3 className={classes.label}>{m.lenders_tls_authorities()}</h3>
              {query.data.authorities.length === 0 && (
                <p className={classes.quiet}>{m.lenders_tls_publicAuthorities()}</p>
              )}
              <ul className={classes.entries}>
                {query.data.authorities.map(({ subject, expiresAt }) => (
                  <li key={subject}>
                    {subject}. {m.lenders_tls_expires({ at: formatMoment(expiresAt) })}
                  </li>
                ))}
              </ul>
            </div>
          </div>
        )}
        {mayChange && (
          <Group gap="sm" mt="md">
            <Button variant="default" onClick={() => setEditing('certificate')}>
              {m.lenders_tls_add()}
            </Button>
            <Button variant="default" onClick={() => setEditing('authorities')}>
              {m.lenders_tls_changeAuthorities()}
            </Button>
          </Group>
        )}
        {editing === 'certificate' && (
          <CertificateModal
            id={id}
            isFirst={query.data?.certificates.length === 0}
            onClose={close}
          />
        )}
        {editing === 'authorities' && <AuthoritiesModal id={id} onClose={close} />}
      </Card>
    </div>
  );
}

function Certificates({
  id,
  certificates,
  mayChange,
}: {
  id: number;
  certificates: readonly LenderCertificate[];
  mayChange: boolean;
}) {
  const removing = useAction({
    ask: ({ subject }: LenderCertificate) =>
      openDialog({
        title: m.lenders_tls_removeTitle(),
        text: m.lenders_tls_removeQuestion({ subject }),
        confirm: m.common_remove(),
        cancel: m.common_cancel(),
        tone: 'danger',
      }),
    call: (one: LenderCertificate) => removeCertificate({ params: { id, certificate: one.id } }),
    successToast: ({ message }) => message,
    refresh: [[...lendersKey, id]],
  });
  if (certificates.length === 0) return <p className={classes.quiet}>{m.lenders_tls_none()}</p>;
  return (
    <ul className={classes.entries}>
      {certificates.map((one) => (
        <li key={one.id}>
          <div className={classes.check}>
            <strong>{one.subject}</strong>
            <StatusBadge
              status={certificateStates[one.state][0]}
              tone={certificateStates[one.state][1]}
            />
          </div>
          <p className={classes.quiet}>
            {m.lenders_tls_issued({ issuer: one.issuer })}{' '}
            {m.lenders_tls_expires({ at: formatMoment(one.expiresAt) })}{' '}
            {one.state === 'next' && m.lenders_tls_usedFrom({ at: formatMoment(one.usedFrom) })}
          </p>
          <p className={classes.quiet}>
            {m.lenders_tls_fingerprint({ fingerprint: one.fingerprint })}
          </p>
          {mayChange && (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              disabled={removing.busy}
              onClick={() => void removing.run(one)}
            >
              {m.common_remove()}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ModalProps {
  id: number;
  onClose(): void;
}

function CertificateModal({ id, isFirst, onClose }: ModalProps & { isFirst: boolean }) {
  const client = useQueryClient();
  const { form, field, values, setValue, busy } = useContractForm({
    initial: { certificate: '', key: '', overlapHours: '24' },
    rules: () => Promise.resolve(addSpec.body),
    onSubmit: async (body) => {
      const { message } = await addCertificate({ params: { id }, body });
      showToast(message);
      await client.invalidateQueries({ queryKey: [...lendersKey, id] });
      onClose();
    },
    onFailure: notifyFailure,
  });
  return (
    <Modal opened onClose={onClose} title={m.lenders_tls_add()} size="lg">
      <form {...form}>
        <div className={classes.stack}>
          <Textarea
            {...field('certificate')}
            label={m.lenders_tls_certificate()}
            description={m.lenders_tls_certificateHelp()}
            required
            rows={6}
            data-autofocus
          />
          <Textarea
            {...field('key')}
            label={m.lenders_tls_key()}
            description={m.lenders_tls_keyHelp()}
            required
            rows={6}
            autoComplete="off"
            spellCheck={false}
          />
          {!isFirst && (
            <Select
              label={m.lenders_tls_overlap()}
              description={m.lenders_tls_overlapHelp()}
              data={secretOverlapHours.map((hours) => ({
                value: String(hours),
                label: hoursText(hours),
              }))}
              value={values.overlapHours}
              onChange={(value) => setValue('overlapHours', value ?? '24')}
            />
          )}
        </div>
        <FormActions submit={m.lenders_tls_add()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}

function AuthoritiesModal({ id, onClose }: ModalProps) {
  const client = useQueryClient();
  const { form, field, busy } = useContractForm({
    initial: { authorities: '' },
    rules: () => Promise.resolve(authoritiesSpec.body),
    onSubmit: async (body) => {
      const { message } = await saveAuthorities({ params: { id }, body });
      showToast(message);
      await client.invalidateQueries({ queryKey: [...lendersKey, id] });
      onClose();
    },
    onFailure: notifyFailure,
  });
  return (
    <Modal opened onClose={onClose} title={m.lenders_tls_changeAuthorities()} size="lg">
      <form {...form}>
        <Textarea
          {...field('authorities')}
          label={m.lenders_tls_authorities()}
          description={m.lenders_tls_authoritiesHelp()}
          rows={8}
          data-autofocus
        />
        <FormActions submit={m.common_save()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
