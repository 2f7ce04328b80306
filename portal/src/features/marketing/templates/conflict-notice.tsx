import { useQuery } from '@tanstack/react-query';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { flyerSettingQuery } from './requests.ts';

interface Props {
  /** Null: there is none. */
  conflict: { newer: { id: number }; differing: readonly string[] } | null;
  kind: 'flyerTemplate' | 'socialMediaImageTemplates';
  onKeep: () => void;
  onTakeTheirs: () => void;
}

/** Somebody saved this template first: who and when, what differs, and the choice. */
export function ConflictNotice({ conflict, kind, ...choice }: Props) {
  const setting = useQuery(flyerSettingQuery).data;
  if (conflict === null) return null;
  const change = setting?.value.lastUpdated[kind][conflict.newer.id];
  return (
    <ChangedNotice
      saved={change && { by: change.userName, at: change.date }}
      differing={conflict.differing}
      {...choice}
    />
  );
}
