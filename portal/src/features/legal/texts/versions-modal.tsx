import { createElement, Fragment, useState } from 'react';
import { Checkbox, Group, Modal, Pagination, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { languageNames, languages, type Language } from '@lintel/contract/core/language';
import { legalKinds, type LegalKindName } from '@lintel/contract/legal/constants';
import type { LegalVersion } from '@lintel/contract/legal/texts';
import { formatDate } from '../../../lib/format.ts';
import { failureText } from '../../../lib/failure.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { publisher, versionsQuery } from '../requests.ts';
import { compareTexts, type TextChange } from './compare.ts';
import { MarkedText } from './marked-text.tsx';
import classes from './texts.module.css';

const pageSize = 10;
const states = {
  current: [m.legal_versions_shownNow(), 'green'],
  planned: [m.legal_versions_planned(), 'blue'],
  past: [m.legal_versions_past(), 'grey'],
  replaced: [m.legal_versions_neverShown(), 'grey'],
} as const;

const choices = languages.map((value) => ({ value, label: languageNames[value] }));

/** Every version of a text in both languages, with its changes. */
export function VersionsModal({ kind, onClose }: { kind: LegalKindName; onClose(): void }) {
  const [page, setPage] = useState(1);
  const [language, setLanguage] = useState<Language>('en');
  const [compares, setCompares] = useState(false);
  const { data, error, refetch } = useQuery(versionsQuery(kind, page));
  // The predecessor of a page's last version is on the next page.
  const isLastPage = data === undefined || data.total <= page * pageSize;
  const next = useQuery({ ...versionsQuery(kind, page + 1), enabled: compares && !isLastPage });
  const known = [...(data?.data ?? []), ...(next.data?.data ?? [])];
  const before = ({ version }: LegalVersion) =>
    compares ? known.find((one) => one.version === version - 1) : undefined;
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
          <Group gap="md">
            <SegmentedControl
              aria-label={m.common_language()}
              data={choices}
              value={language}
              onChange={(value) => setLanguage(value === 'es' ? 'es' : 'en')}
            />
            <Checkbox
              label={m.legal_versions_compare()}
              checked={compares}
              onChange={(event) => setCompares(event.currentTarget.checked)}
            />
          </Group>
          <ul className={classes.versions} aria-label={m.common_versions()}>
            {data.data.map((version) => (
              <Version
                key={version.version}
                version={version}
                before={before(version)}
                language={language}
              />
            ))}
          </ul>
          {data.total > pageSize && (
            <Pagination
              value={page}
              onChange={setPage}
              total={Math.ceil(data.total / pageSize)}
              aria-label={m.common_pages()}
              size="sm"
            />
          )}
        </>
      )}
    </Modal>
  );
}

interface VersionProps {
  version: LegalVersion;
  /** The previous version, when comparing. */
  before: LegalVersion | undefined;
  language: Language;
}

function Version({ version, before, language }: VersionProps) {
  const { state, texts } = version;
  const [word, tone] = states[state];
  return (
    <li>
      <details open={state === 'current'}>
        <summary>
          {m.common_versionNumber({ version: version.version })}{' '}
          <StatusBadge status={word} tone={tone} />
          <span className={classes.quiet}>
            {m.legal_versions_from({
              effectiveFrom: formatDate(version.effectiveFrom),
              version: publisher(version),
            })}
          </span>
        </summary>
        {before === undefined ? (
          <MarkedText text={texts[language].text} lang={language} />
        ) : (
          <Changes before={before} after={version} language={language} />
        )}
        <p className={classes.quiet}>{m.legal_versions_hash({ hash: texts[language].hash })}</p>
      </details>
    </li>
  );
}

const tags = { same: Fragment, added: 'ins', removed: 'del' } as const;
/** Pieces never change order, so they need no keys. */
const renderPiece = ({ kind, text }: TextChange) => createElement(tags[kind], null, text);

/** A version with its additions and removals. */
function Changes(props: { before: LegalVersion; after: LegalVersion; language: Language }) {
  const { before, after, language } = props;
  const pieces = compareTexts(before.texts[language].text, after.texts[language].text);
  const isSame = pieces.every(({ kind }) => kind === 'same');
  return (
    <>
      <p className={classes.quiet}>
        {isSame
          ? m.legal_versions_same({ version: before.version })
          : m.legal_versions_changes({ version: before.version })}
      </p>
      <div className={classes.changes} lang={language}>
        {createElement(Fragment, null, ...pieces.map(renderPiece))}
      </div>
    </>
  );
}
