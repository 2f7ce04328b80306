import type { ClipboardEvent } from 'react';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import * as m from '#messages';
import { leadMessages, maxLinkIdDigits } from '@lintel/contract/leads/constants';
import { showToast } from '../../../lib/toast.ts';
import { IconX } from '../../../ui/icons.ts';
import type { FieldRow, ListEditor } from './use-list-editor.ts';
import classes from '../leads.module.css';

interface Props {
  row: FieldRow;
  editor: ListEditor;
  linked: boolean;
}

/** One entry: whether it is offered, its name, and, for a source, its Link ID. */
export function FieldsRow({ row, editor: { change, remove, problems }, linked }: Props) {
  const { key, id, value, isShowing, double } = row;
  const name = value.trim() || m.leads_fields_newEntry();
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={m.leads_fields_showNamed({ name })}
          checked={isShowing}
          onChange={(event) => change(key, { isShowing: event.currentTarget.checked })}
        />
      </td>
      <td>
        {id !== undefined && (
          <>
            {value} {double && <span className={classes.double}>{m.leads_fields_duplicate()}</span>}
          </>
        )}
        {id === undefined && (
          <NewName
            value={value}
            problem={problems[`${key}.value`]}
            onChange={(typed) => change(key, { value: typed })}
            onRemove={() => remove(key)}
          />
        )}
      </td>
      {linked && (
        <td>
          <LinkId
            row={row}
            problem={problems[`${key}.linkId`]}
            onChange={(linkId) => change(key, { linkId })}
          />
        </td>
      )}
    </tr>
  );
}

interface NewNameProps {
  value: string;
  problem: string | undefined;
  onChange(value: string): void;
  onRemove(): void;
}

/** The name field of a new entry, with a button that removes the entry. */
const NewName = ({ value, problem, onChange, onRemove }: NewNameProps) => (
  <div className={classes.newName}>
    <TextInput
      aria-label={m.common_name()}
      value={value}
      maxLength={240}
      autoFocus
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      error={problem}
      aria-invalid={problem !== undefined}
    />
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={m.leads_fields_removeNew()}
      onClick={onRemove}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  </div>
);

const isLinkId = (text: string): boolean =>
  new RegExp(String.raw`^\d{0,${maxLinkIdDigits}}$`).test(text);

interface LinkProps {
  row: FieldRow;
  problem: string | undefined;
  onChange(linkId: string): void;
}

/** Up to nine digits. Rejects other input, and shows an error for a rejected paste. */
function LinkId({ row: { linkId, value }, problem, onChange }: LinkProps) {
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const { selectionStart, selectionEnd, value: before } = event.currentTarget;
    const pasted = event.clipboardData.getData('text').trim();
    const after =
      before.slice(0, selectionStart ?? 0) + pasted + before.slice(selectionEnd ?? before.length);
    event.preventDefault();
    if (isLinkId(after)) onChange(after);
    else showToast(leadMessages.linkIdDigits, 'warning');
  };
  return (
    <TextInput
      aria-label={m.leads_fields_linkIdOf({ name: value.trim() || m.leads_fields_newEntry() })}
      value={linkId}
      inputMode="numeric"
      autoComplete="off"
      onPaste={onPaste}
      onChange={(event) =>
        isLinkId(event.currentTarget.value) && onChange(event.currentTarget.value)
      }
      error={problem}
      aria-invalid={problem !== undefined}
      maw={180}
    />
  );
}
