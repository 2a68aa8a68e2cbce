import type { ReactNode } from 'react'
import { ErrorText } from './field.tsx'

/** Form-level error, announced at once. Field errors are shown beside their field. */
export const FormError = ({ children }: { children: ReactNode }) =>
  children && (
    <div role="alert">
      <ErrorText>{children}</ErrorText>
    </div>
  )
