import './plain-form.css'
import type { ReactNode } from 'react'
import { type FormState, invalidFieldsTitle } from '#lib/forms/form-post.ts'
import { ErrorSummary } from './error-summary.tsx'
import { SpamGuard } from './spam-guard.tsx'

type Props = {
  /** Prefix of the field ids: `fieldId(id, name)`. */
  id: string
  /** The URL of the POST request. */
  action: string
  state: Pick<FormState<object>, 'errors' | 'problem'>
  /** Field labels for the error summary, in form order. */
  labels: Readonly<Record<string, string>>
  /** Whether the form accepts a file. The file field must be the last one. */
  hasFile?: boolean
  className?: string
  children: ReactNode
}

/** A form that works without JavaScript: the server responds with a redirect, or with the same page and an error summary. */
export function PlainForm({
  id,
  action,
  state: { errors, problem },
  labels,
  hasFile,
  className = '',
  children,
}: Props) {
  const summaryId = `${id}-errors`
  const wrong = Object.entries(labels).flatMap(([name, label]) => {
    const message = errors[name]
    return message ? [{ fieldId: fieldId(id, name), label, message }] : []
  })
  return (
    <form
      id={formOf(id)}
      className={`plain-form ${className}`.trim()}
      method="post"
      action={`${action}#${summaryId}`}
      {...(hasFile && { encType: 'multipart/form-data' as const })}
      noValidate
    >
      {(problem || wrong.length > 0) && (
        <ErrorSummary id={summaryId} title={problem ?? invalidFieldsTitle(wrong.length)} errors={wrong} />
      )}
      {children}
      <SpamGuard formId={id} />
    </form>
  )
}

/** The id of the form element, for a submit button outside of it. */
export const formOf = (id: string) => `${id}-form`

export const fieldId = (formId: string, name: string) => `${formId}-${name}`
