import { type ReactNode, useEffect, useRef } from 'react'

/** Message in place of a submitted form. It takes the focus, because the submit button was removed. */
export function SentNotice({ children }: { children: ReactNode }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <p className="auth__note" ref={note} tabIndex={-1}>
      {children}
    </p>
  )
}
