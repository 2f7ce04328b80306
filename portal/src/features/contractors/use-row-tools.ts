import { useState } from 'react';
import { useSearch } from '@tanstack/react-router';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import type { Rights } from './contractors-access.ts';
import type { RowTools } from './row-tools.ts';
import { useSendConfirmation } from './use-row-actions.ts';

/** The dialog that is open, and about which contractor. */
export type RowDialog =
  | { kind: 'account'; row: ContractorRow }
  | { kind: 'edit'; row: ContractorRow }
  | { kind: 'switch'; row: ContractorRow }
  | { kind: 'w9'; row: { id: number } };

/**
 * What can be done about a row; some of it opens a dialog. An address with `w9form` opens that
 * contractor's tax form.
 */
export function useRowTools(rights: Rights) {
  const { w9form }: { w9form?: unknown } = useSearch({ strict: false });
  const asked = Number.isInteger(w9form) && rights.taxForms ? { id: Number(w9form) } : null;
  const [dialog, setDialog] = useState<RowDialog | null>(asked && { kind: 'w9', row: asked });
  const onSendConfirmation = useSendConfirmation();
  const tools: RowTools = {
    rights,
    onSwitch: (row) => setDialog({ kind: 'switch', row }),
    onEdit: (row) => setDialog({ kind: 'edit', row }),
    onOpenW9: (row) => setDialog({ kind: 'w9', row }),
    onCreateAccount: (row) => setDialog({ kind: 'account', row }),
    onSendConfirmation: (row) => void onSendConfirmation(row),
  };
  return { tools, dialog, close: () => setDialog(null) };
}
