import './toast.css'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from '../layers/lazy-part.ts'
import { createToastHistory, type PastToast } from './toast-history.ts'
import type * as regionModule from './toast-region.tsx'

const useRegion = lazyPart(() => import('./toast-region.tsx'))
const history = createToastHistory()

type Kind = 'success' | 'error' | 'info'
type Extra = { title?: ReactNode; action?: { text: string; run: () => void }; id?: string }
type Region = typeof regionModule

/** Toasts queued before the region is loaded, in order. */
let queue: ((region: Region) => void)[] = []
let region: Region | undefined
let lastId = 0

function withRegion(work: (region: Region) => void) {
  if (region) return work(region)
  queue.push(work)
  useRegion.fetch()
}

function show(type: Kind, text: ReactNode, { title, action, id = `toast-${(lastId += 1)}` }: Extra = {}) {
  withRegion(({ manager, successMs }) =>
    manager.add({
      id,
      type,
      // The first line is the accessible name; without a title the text is used.
      title: title ?? text,
      description: title ? text : undefined,
      // An error stays until dismissed; the others time out, paused by hover and focus.
      timeout: type === 'error' ? 0 : successMs,
      onClose: () => history.add(id, [title, text].filter((part) => typeof part === 'string').join(': ')),
      actionProps: action && {
        children: action.text,
        onClick: () => {
          manager.close(id)
          action.run()
        },
      },
    }),
  )
  return id
}

/** Shows a toast. The same `id` replaces the previous text instead of queueing behind it. */
export const toast = {
  success: (text: ReactNode, extra?: Extra) => show('success', text, extra),
  error: (text: ReactNode, extra?: Extra) => show('error', text, extra),
  info: (text: ReactNode, extra?: Extra) => show('info', text, extra),
  close: (id: string) => withRegion(({ manager }) => manager.close(id)),
}

/** Dismissed toasts, newest first. */
export const useToastHistory = (): readonly PastToast[] => useSyncExternalStore(history.subscribe, history.read)

/** The toast viewport: mounted once at the root, outside of every screen. */
export function Toaster() {
  const shown = useRegion(false)
  useEffect(() => {
    if (!shown) return
    region = shown
    for (const work of queue) work(shown)
    queue = []
  }, [shown])
  return shown && <shown.Region />
}
