import { Button } from '@mantine/core';
import { FormActions } from '../../../ui/form-actions.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { useUnsaved } from '../unsaved.tsx';
import { ChangedNotice } from './changed-notice.tsx';
import { FieldsRow } from './fields-row.tsx';
import { useListEditor, type EditorOptions } from './use-list-editor.ts';
import classes from './leads.module.css';

interface Props extends EditorOptions {
  label: string;
  add: string;
  linked: boolean;
}

/** The list as a table in which entries are shown, hidden and added. */
export function FieldsEditor({ label, add, linked, ...options }: Props) {
  const editor = useListEditor(options);
  useUnsaved(editor.dirty);
  const problem = editor.problems[''];
  return (
    <form {...editor.form} aria-label={`Edit ${label}`}>
      {editor.conflict !== null && (
        <ChangedNotice
          text={editor.conflict}
          onSaveOver={editor.saveOver}
          onReload={editor.takeTheirs}
        />
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Show</th>
            <th scope="col">Name</th>
            {linked && <th scope="col">Link ID</th>}
          </tr>
        </thead>
        <tbody>
          {editor.rows.map((row) => (
            <FieldsRow key={row.key} row={row} editor={editor} linked={linked} />
          ))}
        </tbody>
      </table>
      <Button
        variant="subtle"
        size="compact-md"
        mt="xs"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={editor.add}
      >
        {add}
      </Button>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <FormActions submit="Submit" busy={editor.busy} onCancel={options.onDone} />
    </form>
  );
}
