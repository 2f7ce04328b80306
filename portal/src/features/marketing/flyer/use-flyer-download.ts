import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { unexpectedError } from '../../../lib/unexpected.ts';
import { openViewer, type Viewer } from '../../../ui/document-viewer.ts';
import { getFlyer } from '../api/get-flyer.ts';
import type { MaterialsPage } from '../api/get-materials.ts';

/** Opens the flyer in a new window; where the browser allows none, the flyer is saved as a file. */
export function useFlyerDownload(contractorId: number, page: MaterialsPage) {
  const { mutate, isPending } = useMutation({
    mutationFn: (_viewer: Viewer) => getFlyer({ contractorId, pageId: page.id }),
    onSuccess: (flyer, viewer) => {
      if (viewer.isOpen) viewer.show(URL.createObjectURL(flyer));
      else saveFile(flyer, `flyer-${page.pageName}.pdf`);
    },
    onError: (_error, viewer) => {
      viewer.close();
      showToast(unexpectedError(), 'danger', toastLife.short);
    },
  });
  return { busy: isPending, download: (): void => mutate(openViewer()) };
}
