import { Button } from '@mantine/core';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { getBlank } from '../api/get-blank.ts';
import classes from './w9-form.module.css';

async function download(): Promise<void> {
  try {
    saveFile(await getBlank(), 'w-9.pdf');
  } catch (error) {
    showToast(failureText(error), 'danger');
  }
}

/** What the form is, and the blank one for whoever wants to read it on paper. */
export function Intro() {
  return (
    // Where reading starts: else the button that closes the form would be marked.
    <div className={classes.intro} tabIndex={-1} data-autofocus>
      <p>
        A substitute for IRS Form W-9. We make the form from what you type here, store it encrypted,
        and never show your tax number in full again.
      </p>
      <Button
        variant="subtle"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download()}
      >
        Download the blank form
      </Button>
    </div>
  );
}
