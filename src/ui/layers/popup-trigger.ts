import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactElement, useId, useState } from 'react'

type TriggerProps = {
  id?: string
  onClick?: (event: MouseEvent<HTMLElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/** The trigger of a popup. It renders immediately, while the popup may still be loading (`prepare`). */
export function usePopupTrigger({
  trigger,
  popup,
  open,
  onOpenChange,
  prepare,
}: {
  trigger: ReactElement
  popup: 'menu' | 'dialog'
  open: boolean
  onOpenChange: (open: boolean) => void
  prepare: () => void
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const generatedId = useId()
  const [start, setStart] = useState<'first' | 'last'>()
  const own = trigger.props as TriggerProps
  const buttonId = own.id ?? generatedId
  const popupId = `${buttonId}-popup`

  function openFrom(where: typeof start) {
    setStart(where)
    onOpenChange(true)
  }

  const button = cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    ref: setAnchor,
    id: buttonId,
    'aria-haspopup': popup,
    'aria-expanded': open,
    ...(open && { 'aria-controls': popupId, 'data-popup-open': '' }),
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick(event: MouseEvent<HTMLElement>) {
      own.onClick?.(event)
      if (event.defaultPrevented) return
      if (open) return onOpenChange(false)
      // A click caused by a key has no pointer: detail is 0.
      openFrom(event.detail === 0 ? 'first' : undefined)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      own.onKeyDown?.(event)
      const to = popup === 'menu' && !event.defaultPrevented ? arrows[event.key] : undefined
      if (!to) return
      event.preventDefault()
      openFrom(to)
    },
  })
  return { button, popup: { anchor, id: popupId, labelledBy: buttonId, start } }
}

const arrows: Partial<Record<string, 'first' | 'last'>> = { ArrowDown: 'first', ArrowUp: 'last' }
