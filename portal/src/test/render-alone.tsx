import type { ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { defaultBrand } from '@lintel/contract/brand';
import { render } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { dialogStore } from '../lib/dialog.ts';
import { queryClient } from '../lib/query-client.ts';
import { forgetToasts } from './toasts.ts';
import { Overlays } from '../shell/overlays.tsx';
import { themeFor } from '../theme.ts';

const theme = themeFor(defaultBrand);

/**
 * Renders an element without the portal around it, but with its dialogs, toasts, and query cache.
 */
export function renderAlone(element: ReactNode) {
  queryClient.clear();
  dialogStore.set(null);
  forgetToasts();
  return render(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        {element}
        <Overlays />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
