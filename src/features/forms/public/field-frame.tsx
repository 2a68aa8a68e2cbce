import type { ReactNode } from 'react'
import { ErrorText } from '#ui/forms/field.tsx'

type Props = {
  id: string
  label: ReactNode
  help: ReactNode
  error: string | undefined
  required: boolean | undefined
  className?: string
  children: ReactNode
}

/** A field with several controls: a group with label, hint and error. The first control has the field's id. */
export function FieldGroup({ id, label, help, error, required, className = '', children }: Props) {
  const described = [help && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      className={`field field--lg answer-group ${className}`.trim()}
      {...(described && { 'aria-describedby': described })}
    >
      <legend className="label">
        {label}
        {required ? (
          <span className="req" aria-hidden="true">
            {' *'}
          </span>
        ) : (
          <span className="opt"> (לא חובה)</span>
        )}
      </legend>
      {help && (
        <p className="hint" id={`${id}-hint`}>
          {help}
        </p>
      )}
      {children}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </fieldset>
  )
}
