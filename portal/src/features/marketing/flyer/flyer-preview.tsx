import { useState } from 'react';
import { Button, Stack, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { languages, languagesInEnglish, type Language } from '@lintel/contract/core/language';
import type { readFlyer } from '@lintel/contract/marketing/flyer';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { buildAddress } from '../../../lib/api/encode.ts';
import { basePath, send } from '../../../lib/api/send.ts';
import { saveFrom } from '../../../lib/save-file.ts';
import { useSession } from '../../../lib/session.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { unexpectedError } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { IconDownload } from '../../../ui/icons.ts';
import { OptionPills } from '../../../ui/option-pills.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { openViewer, type Viewer } from '../../../ui/viewer.ts';
import { flyerImagesQuery, type MaterialsPage } from './use-flyer-form.ts';
import classes from './flyer.module.css';

const path: (typeof readFlyer)['path'] = '/contractor/{contractorId}/page/{pageId}/flyer';

/**
 * The address of the flyer's PDF after the server has prepared it. The browser opens the address
 * itself, so the file keeps the server's name. `userId` is the switched account. Throws `ApiError`,
 * including when the response is JSON.
 */
async function findFlyer(
  ids: { contractorId: number; pageId: number },
  query: { userId: number | undefined; lang: Language | undefined },
): Promise<string> {
  const address = buildAddress(path, ids, query);
  const answer = await send(address, { method: 'GET' }, { timeout: 0, handles: [500] });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  // The content type is known; the browser requests the rest.
  void answer.body?.cancel();
  if (isJson) throw new ApiError(answer.status, 'unexpected', m.common_error_title());
  return basePath + address;
}

/** Opens the flyer in a new window; if the browser blocks it, downloads the flyer. */
function useFlyerDownload(contractorId: number, page: MaterialsPage, lang: Language | undefined) {
  const { switched, user } = useSession();
  const { busy, run } = useAction({
    call: (_viewer: Viewer) =>
      findFlyer(
        { contractorId, pageId: page.id },
        { userId: switched ? user.id : undefined, lang },
      ),
    onDone: (address, viewer) => {
      if (viewer.isOpen) viewer.show(address);
      else saveFrom(address, `flyer-${page.pageName}.pdf`);
    },
    onFailure: (_error, viewer) => {
      viewer.close();
      showToast(unexpectedError(), 'danger', toastLife.short);
    },
  });
  return { busy, download: (): void => void run(openViewer()) };
}

/** Images of both sides, and a download of the printable flyer. */
export function FlyerPreview({
  contractorId,
  page,
}: {
  contractorId: number;
  page: MaterialsPage;
}) {
  const own = page.flyer.language;
  const [language, setLanguage] = useState(own);
  const lang = language === own ? undefined : language;
  const { data, error, refetch, isFetching } = useQuery(
    flyerImagesQuery(contractorId, page.id, lang),
  );
  const { busy, download } = useFlyerDownload(contractorId, page, lang);
  const button = (
    <Button loading={busy} onClick={download} leftSection={<IconDownload size={16} aria-hidden />}>
      {m.marketing_flyer_download()}
    </Button>
  );
  return (
    <Card title={m.marketing_flyer_title()} text={m.marketing_flyer_format()} action={button}>
      <Stack>
        <OptionPills
          label={m.common_language()}
          options={languages.map((one) => ({ value: one, label: languagesInEnglish[one] }))}
          value={language}
          onChange={setLanguage}
        />
        {error && !isFetching ? (
          <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.sides} aria-busy={isFetching}>
            <Side
              key={`front ${language}`}
              name={m.marketing_flyer_front()}
              src={data?.previewImageFrontSide}
            />
            <Side
              key={`back ${language}`}
              name={m.marketing_flyer_back()}
              src={data?.previewImageBackSide}
            />
          </div>
        )}
      </Stack>
    </Card>
  );
}

/** One side. Its space is reserved before the image loads. */
function Side({ name, src }: { name: string; src: string | undefined }) {
  const [shown, setShown] = useState<string>();
  return (
    <figure className={classes.side}>
      <div className={classes.sheet} data-waiting={shown === undefined || undefined}>
        {shown === undefined && (
          <VisuallyHidden role="status">
            {m.marketing_flyer_loadingSide({ name: name.toLowerCase() })}
          </VisuallyHidden>
        )}
        {src !== undefined && (
          <img
            src={src}
            alt={m.marketing_flyer_sideOf({ name })}
            width={850}
            height={1100}
            onLoad={() => setShown(src)}
          />
        )}
      </div>
      <figcaption>{name}</figcaption>
    </figure>
  );
}
