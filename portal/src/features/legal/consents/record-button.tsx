import { Button } from '@mantine/core';
import * as m from '#messages';
import type { fetchConsentRecord } from '@lintel/contract/applications/consents';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildAddress } from '../../../lib/api/encode.ts';
import { send } from '../../../lib/api/send.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconDownload } from '../../../ui/icons.ts';

const path: (typeof fetchConsentRecord)['path'] = '/manage/consents/{applicationId}/record';

/** The consent record as a PDF. Throws `ApiError`, including when the response isn't a PDF. */
async function getRecord(applicationId: number): Promise<Blob> {
  const answer = await send(
    buildAddress(path, { applicationId }),
    { method: 'GET' },
    { handles: [404, 500] },
  );
  if (answer.headers.get('content-type')?.startsWith('application/pdf')) return answer.blob();
  throw new ApiError(answer.status, 'unexpected', m.common_error_title());
}

/** Downloads the consent record of an application's homeowner. */
export function RecordButton({ applicationId }: { applicationId: number }) {
  const { busy, run } = useAction({
    call: async () => saveFile(await getRecord(applicationId), `consents-${applicationId}.pdf`),
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={busy}
      aria-label={m.legal_records_pdf({ applicationId })}
      onClick={() => void run()}
    >
      {m.common_consents()}
    </Button>
  );
}
