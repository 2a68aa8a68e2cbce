import { type ReactNode, useEffect, useRef } from 'react'

/** A message in place of a form that was sent; focus comes here, because the button that had it is gone. */
export function SentNotice({ children }: { children: ReactNode }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <p className="auth__note" ref={note} tabIndex={-1}>
      {children}
    </p>
  )
}
