import * as m from '#messages';
import { useState } from 'react';
import type { ResultProps } from './results.tsx';
import { Sheet } from './sheet.tsx';

/** Removes the application from this browser, for people who share the device. */
export function Leave({ data, used }: ResultProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { application } = used;
  if (application === null) return null;
  const close = (): void => setIsAsking(false);
  return (
    <p className="leave">
      <button type="button" className="plain" onClick={() => setIsAsking(true)}>
        {m.leave()}
      </button>
      {isAsking && (
        <Sheet
          title={m.leave_title()}
          confirm={m.leave()}
          cancel={m.leave_cancel()}
          busy={used.busy}
          onClose={close}
          onConfirm={() => {
            close();
            used.leave();
          }}
        >
          <p>{m.leave_text()}</p>
          <p>
            {application.status === 'draft'
              ? m.leave_back_draft()
              : m.leave_back({ company: data.companyName })}
          </p>
        </Sheet>
      )}
    </p>
  );
}
