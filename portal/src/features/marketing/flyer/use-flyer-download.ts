import { useMutation } from '@tanstack/react-query';
import { saveFrom } from '../../../lib/save-file.ts';
import { useSession } from '../../../lib/session.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { unexpectedError } from '../../../lib/unexpected.ts';
import { openViewer, type Viewer } from '../../../ui/viewer.ts';
import { findFlyer } from '../api/find-flyer.ts';
import type { MaterialsPage } from '../api/get-materials.ts';

/** Opens the flyer in a new window; where the browser allows none, the flyer is saved as a file. */
export function useFlyerDownload(contractorId: number, page: MaterialsPage) {
  const { switched, user } = useSession();
  const { mutate, isPending } = useMutation({
    mutationFn: (_viewer: Viewer) =>
      findFlyer({ contractorId, pageId: page.id }, switched ? user.id : undefined),
    onSuccess: (address, viewer) => {
      if (viewer.isOpen) viewer.show(address);
      else saveFrom(address, `flyer-${page.pageName}.pdf`);
    },
    onError: (_error, viewer) => {
      viewer.close();
      showToast(unexpectedError(), 'danger', toastLife.short);
    },
  });
  return { busy: isPending, download: (): void => mutate(openViewer()) };
}
