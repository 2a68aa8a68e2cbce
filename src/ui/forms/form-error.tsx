import type { ReactNode } from 'react'
import { ErrorText } from './field.tsx'

/** Above a form: why the whole of it was refused, said at once. What belongs to one field stands beside it. */
export const FormError = ({ children }: { children: ReactNode }) =>
  children && (
    <div role="alert">
      <ErrorText>{children}</ErrorText>
    </div>
  )
