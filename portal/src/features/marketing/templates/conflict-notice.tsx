import { useQuery } from '@tanstack/react-query';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { flyerSettingQuery } from './requests.ts';

interface Props {
  /** Null when there is no conflict. */
  conflict: { newer: { id: number }; differing: readonly string[] } | null;
  kind: 'flyerTemplate' | 'socialMediaImageTemplates';
  onKeep: () => void;
  onDiscardOwn: () => void;
}

/** Shows a conflicting save: its user and time, the differences, and the choice. */
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
