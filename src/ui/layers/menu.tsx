import './menu.css'
import { type ReactElement, type ReactNode, useState } from 'react'
import { lazyPart } from './lazy-part.ts'
import type { ChoiceProps, GroupProps, ItemProps, MenuPopupProps } from './menu-popup.tsx'
import { usePopupTrigger } from './popup-trigger.ts'

const usePopup = lazyPart(() => import('./menu-popup.tsx'))

/** A button that opens a menu of actions. `trigger` is the button element; only its behaviour is added. */
export function Menu({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  open: asked,
  onOpenChange,
}: {
  trigger: ReactElement
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
} & Partial<Pick<MenuPopupProps, 'align' | 'side'>>) {
  const [opened, setOpened] = useState(false)
  const open = asked ?? opened
  const change = (next: boolean) => {
    setOpened(next)
    onOpenChange?.(next)
  }
  const popup = usePopup(open)
  const opener = usePopupTrigger({ trigger, popup: 'menu', open, onOpenChange: change, prepare: usePopup.fetch })
  return (
    <>
      {opener.button}
      {popup && (
        <popup.MenuPopup {...opener.popup} open={open} onOpenChange={change} align={align} side={side}>
          {children}
        </popup.MenuPopup>
      )}
    </>
  )
}

/** One action. With `render` it is a link styled as an item. */
export function MenuItem(props: ItemProps) {
  const popup = usePopup(true)
  return popup && <popup.MenuItem {...props} />
}

/** A radio group, applied immediately. A selection closes the menu, because an open menu blocks the page. */
export function MenuChoice<T extends string>(props: ChoiceProps<T>) {
  const popup = usePopup(true)
  return popup && <popup.MenuChoice {...props} />
}

/** A labelled group of items. */
export function MenuGroup(props: GroupProps) {
  const popup = usePopup(true)
  return popup && <popup.MenuGroup {...props} />
}

export function MenuSeparator() {
  const popup = usePopup(true)
  return popup && <popup.MenuSeparator />
}
