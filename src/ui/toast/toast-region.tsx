// The viewport of the toasts: the lazily loaded half of `toast.tsx`.
import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Icon } from '../pictures/icon.tsx'

// spec §9: one at a time
const toastTiming = { limit: 1, successMs: 6_000 } as const

export const manager = Base.createToastManager()
/** Timeout of all toasts except errors. Hover and focus pause it. */
export const successMs = toastTiming.successMs

const pictures = { success: CircleCheck, error: CircleAlert, info: Info }

export const Region = () => (
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
        <Icon of={pictures[item.type as keyof typeof pictures] ?? Info} />
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
