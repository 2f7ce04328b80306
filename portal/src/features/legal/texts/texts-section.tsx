import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Answer } from '@lintel/contract/core/endpoint';
import { legalKinds, type LegalKindName } from '@lintel/contract/legal/constants';
import type { listLegalTexts } from '@lintel/contract/legal/texts';
import { changingRules } from '@lintel/contract/core/changing-rules';
import { formatDate } from '../../../lib/format.ts';
import { may, useSession } from '../../../lib/session.ts';
import { failureText } from '../../../lib/failure.ts';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { publisher, textsQuery } from '../requests.ts';
import { TextEditor } from './text-editor.tsx';
import { VersionsModal } from './versions-modal.tsx';
import classes from './texts.module.css';

type ListedText = Answer<typeof listLegalTexts>['data'][number];
type OpenText = { kind: LegalKindName; what: 'edit' | 'versions' };

/** Each legal text with its current version, editor, and history. */
export function TextsSection() {
  const mayPublish = may(useSession(), changingRules);
  const [opened, setOpened] = useState<OpenText | null>(null);
  const { data, error, refetch } = useQuery(textsQuery);
  if (data === undefined) {
    return (
      <Card>
        {error === null ? (
          <SkeletonRows columns={2} rows={5} />
        ) : (
          <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
        )}
      </Card>
    );
  }
  const close = (): void => setOpened(null);
  const edited = data.data.find(({ kind }) => opened?.what === 'edit' && opened.kind === kind);
  return (
    <Card>
      <ul className={classes.kinds}>
        {data.data.map((listed) => (
          <Kind
            key={listed.kind}
            listed={listed}
            mayPublish={mayPublish}
            onOpen={(what) => setOpened({ kind: listed.kind, what })}
          />
        ))}
      </ul>
      <p className={classes.quiet}>{m.legal_texts_counsel()}</p>
      {edited && <TextEditor listed={edited} today={data.today} onClose={close} />}
      {opened?.what === 'versions' && <VersionsModal kind={opened.kind} onClose={close} />}
    </Card>
  );
}

interface KindProps {
  listed: ListedText;
  mayPublish: boolean;
  onOpen(what: OpenText['what']): void;
}

function Kind({ listed: { kind, current, planned }, mayPublish, onOpen }: KindProps) {
  const { label, help, use, required } = legalKinds[kind];
  const box = required ? m.legal_texts_required() : m.legal_texts_optional();
  return (
    <li>
      <div>
        <h3>
          {label} <StatusBadge status={use === 'consent' ? box : m.common_page()} tone="grey" />
        </h3>
        <p className={classes.quiet}>{help}</p>
        <p>
          {m.legal_texts_current({
            version: current.version,
            effectiveFrom: formatDate(current.effectiveFrom),
            current: publisher(current),
          })}
        </p>
        {planned !== null && (
          <p className={classes.planned}>
            {m.legal_texts_planned({
              version: planned.version,
              effectiveFrom: formatDate(planned.effectiveFrom),
              planned: publisher(planned),
            })}
          </p>
        )}
      </div>
      <Group gap="xs">
        <Button
          variant="subtle"
          aria-label={m.legal_texts_versionsOf({ label })}
          onClick={() => onOpen('versions')}
        >
          {m.legal_texts_versions()}
        </Button>
        {mayPublish && (
          <Button
            variant="default"
            aria-label={m.legal_editor_title({ label })}
            onClick={() => onOpen('edit')}
          >
            {m.legal_texts_new()}
          </Button>
        )}
      </Group>
    </li>
  );
}
