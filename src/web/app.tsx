import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type RouterProviderProps } from 'react-router'
import { ConnectionProvider } from '#client/session-context.tsx'
import { Toaster } from '#ui/toast/toast.tsx'
import type { AppConnection } from './connection.ts'

type Props = { connection: AppConnection; router: RouterProviderProps['router'] }

/** The signed-in app below its root: the providers that every screen relies on, the router, and the toasts. */
export const App = ({ connection: { queries, ...connection }, router }: Props) => (
  <CSPProvider disableStyleElements>
    <DirectionProvider direction="rtl">
      <ConnectionProvider {...connection}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
          <Toaster />
        </QueryClientProvider>
      </ConnectionProvider>
    </DirectionProvider>
  </CSPProvider>
)
