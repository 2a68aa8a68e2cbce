import './toast.css'
import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import { createToastMemory, type PastToast } from './toast-memory.ts'

// spec §9: one at a time
const toastTiming = { limit: 1, successMs: 6_000 } as const

type Kind = 'success' | 'error' | 'info'
type Extra = { title?: ReactNode; action?: { text: string; run: () => void }; id?: string }

const manager = Base.createToastManager()
const memory = createToastMemory()

function say(type: Kind, text: ReactNode, { title, action, id }: Extra = {}) {
  const shown: string = manager.add({
    id,
    type,
    // The first line names the toast for a screen reader; without a title the words themselves do.
    title: title ?? text,
    description: title ? text : undefined,
    // An error waits for a person; anything else leaves by itself, but not under a pointer or a focus.
    timeout: type === 'error' ? 0 : toastTiming.successMs,
    onClose: () => memory.keep(shown, [title, text].filter((part) => typeof part === 'string').join(': ')),
    actionProps: action && {
      children: action.text,
      onClick: () => {
        manager.close(shown)
        action.run()
      },
    },
  })
  return shown
}

/** Says something in the corner of the screen. The same `id` replaces the earlier words instead of queueing behind them. */
export const toast = {
  success: (text: ReactNode, extra?: Extra) => say('success', text, extra),
  error: (text: ReactNode, extra?: Extra) => say('error', text, extra),
  info: (text: ReactNode, extra?: Extra) => say('info', text, extra),
  close: (id: string) => manager.close(id),
}

const pictures = { success: CircleCheck, error: CircleAlert, info: Info }

/** What was said and has gone since, the newest first. */
export const usePastToasts = (): readonly PastToast[] => useSyncExternalStore(memory.subscribe, memory.read)

/** The place where toasts appear: once, at the root, outside of every screen. */
export const Toaster = () => (
  <Base.Provider toastManager={manager} limit={toastTiming.limit} timeout={toastTiming.successMs}>
    <Base.Portal>
      <Base.Viewport className="toasts" aria-label="הודעות">
        <Toasts />
      </Base.Viewport>
    </Base.Portal>
  </Base.Provider>
)

function Toasts() {
  const { toasts } = Base.useToastManager()
  return toasts.map((item) => (
    <Base.Root key={item.id} toast={item} className="toast" swipeDirection={['down', 'left', 'right']}>
      <Base.Content className="toast__in">
        <Icon of={pictures[item.type as Kind] ?? Info} />
        <div className="toast__words">
          <Base.Title className={item.description ? 'toast__title' : 'toast__text'} />
          <Base.Description className="toast__text" />
          {item.actionProps && <Base.Action className="btn btn--secondary btn--sm toast__action" />}
        </div>
        <Base.Close className="btn btn--ghost btn--icon btn--sm" aria-label="סגירת ההודעה">
          <Icon of={X} />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}
