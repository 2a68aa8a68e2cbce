import type { ReactNode } from 'react'
import { ErrorText } from './field.tsx'

/** Form-level error, announced and scrolled into view when it appears. Field errors are shown beside their field. */
export const FormError = ({ children }: { children: ReactNode }) =>
  children && (
    <div role="alert" ref={comeIntoView}>
      <ErrorText>{children}</ErrorText>
    </div>
  )

/** Scrolls the error into view: on a phone the submit button is at the other end of a long form. */
const comeIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
