import { useState } from 'react';
import { Modal, Pagination, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { languageNames, languages, type Language } from '@lintel/contract/core/language';
import { legalKinds, type LegalKindName } from '@lintel/contract/legal/constants';
import type { LegalVersion } from '@lintel/contract/legal/texts';
import { formatDate } from '../../../lib/format.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { publisher, versionsQuery } from '../requests.ts';
import { MarkedText } from './marked-text.tsx';
import classes from './texts.module.css';

const pageSize = 10;
const states = {
  current: ['Shown now', 'green'],
  planned: ['Planned', 'blue'],
  past: ['Past', 'grey'],
  replaced: ['Never shown', 'grey'],
} as const;

const choices = languages.map((value) => ({ value, label: languageNames[value] }));

/** Every version of a text, to be read in both languages. */
export function VersionsModal({ kind, onClose }: { kind: LegalKindName; onClose(): void }) {
  const [page, setPage] = useState(1);
  const [language, setLanguage] = useState<Language>('en');
  const { data, error, refetch } = useQuery(versionsQuery(kind, page));
  return (
    <Modal opened onClose={onClose} size={760} title={legalKinds[kind].label}>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows columns={1} rows={4} />
        ) : (
          <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <SegmentedControl
            aria-label="Language"
            data={choices}
            value={language}
            onChange={(value) => setLanguage(value === 'es' ? 'es' : 'en')}
          />
          <ul className={classes.versions} aria-label="Versions">
            {data.data.map((version) => (
              <Version key={version.version} version={version} language={language} />
            ))}
          </ul>
          {data.total > pageSize && (
            <Pagination
              value={page}
              onChange={setPage}
              total={Math.ceil(data.total / pageSize)}
              aria-label="Pages"
              size="sm"
            />
          )}
        </>
      )}
    </Modal>
  );
}

function Version({ version, language }: { version: LegalVersion; language: Language }) {
  const { state, texts } = version;
  const [word, tone] = states[state];
  return (
    <li>
      <details open={state === 'current'}>
        <summary>
          Version {version.version} <StatusBadge status={word} tone={tone} />
          <span className={classes.quiet}>
            from {formatDate(version.effectiveFrom)}, {publisher(version)}
          </span>
        </summary>
        <MarkedText text={texts[language].text} lang={language} />
        <p className={classes.quiet}>SHA-256 {texts[language].hash}</p>
      </details>
    </li>
  );
}
