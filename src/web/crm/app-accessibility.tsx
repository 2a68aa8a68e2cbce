import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { AccessibilitySheet } from '#features/accessibility/accessibility-sheet.tsx'
import type { Widget } from '#features/accessibility/accessibility-widget.ts'
import { toast } from '#ui/toast/toast.tsx'

/** The accessibility menu of the public pages, mounted outside the screens. Text-to-speech stops when the route changes. */
export function AppAccessibility() {
  const widget = useRef<Promise<Widget>>(undefined)
  const { pathname } = useLocation()

  useEffect(() => {
    const button = document.querySelector<HTMLButtonElement>('#a11y-open')!
    const open = () => {
      widget.current ??= import('#features/accessibility/accessibility-widget.ts').then(({ attachWidget }) =>
        attachWidget(document),
      )
      widget.current.then(
        (opened) => opened.open(),
        () => {
          widget.current = undefined
          toast.error('אין חיבור לשרת. נסו שוב')
        },
      )
    }
    button.addEventListener('click', open)
    button.hidden = false
    return () => button.removeEventListener('click', open)
  }, [])
  useEffect(() => () => void widget.current?.then((opened) => opened.hush()).catch(() => undefined), [pathname])

  return <AccessibilitySheet statement={undefined} />
}
