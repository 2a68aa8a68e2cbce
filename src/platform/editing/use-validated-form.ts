import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { refusalCode, refusalText } from '#client/refusal.ts'

type Options = {
  /** Messages by refusal code. */
  refusals: Readonly<Record<string, string>>
  /** Refusal codes by field; other refusals go above the form, under `all`. */
  fields?: Readonly<Record<string, string>> | undefined
  /** Additional values, which are not form controls. */
  values?: Readonly<Record<string, unknown>> | undefined
}

/** Messages by field. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/** A form validated by a schema; errors and refusals are shown beside their fields. */
export function useValidatedForm<Schema extends z.ZodType>(
  schema: Schema,
  { refusals, fields = {}, values = {} }: Options,
) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const submitted = useRef<HTMLFormElement>(null)
  const listening = useRef<AbortController>(undefined)
  useEffect(() => () => listening.current?.abort(), [])

  /** Shows the messages until their fields are valid, and focuses the first invalid field. */
  function show(found: Record<string, string>, isRefusal = false) {
    setErrors(found)
    listening.current?.abort()
    listening.current = new AbortController()
    // Listens on the document, after React's own listeners: an earlier render would reset a controlled field to its
    // former value.
    document.addEventListener('input', (event) => forget(event, isRefusal), listening.current)
    submitted.current?.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
  }

  /** Drops the messages of fields that are valid now, and a refusal of the field being edited. Adds none. */
  function forget({ target }: Event, isRefusal: boolean) {
    if (!submitted.current?.contains(target as Node)) return
    const { error } = schema.safeParse({ ...formValues(submitted.current), ...values })
    const invalid = new Set(error?.issues.map(({ path }) => String(path[0])))
    const isWrong = (at: string) => invalid.has(at) || (isRefusal && at !== (target as HTMLInputElement).name)
    setErrors((errors) => Object.fromEntries(Object.entries(errors).filter(([at]) => isWrong(at))))
  }

  /** The parsed values, or undefined if invalid. */
  function read(event: SubmitEvent<HTMLFormElement>): z.output<Schema> | undefined {
    event.preventDefault()
    submitted.current = event.currentTarget
    const parsed = schema.safeParse({ ...formValues(event.currentTarget), ...values })
    if (parsed.success) {
      setErrors({})
      return parsed.data
    }
    const found: Record<string, string> = {}
    for (const { path, message } of parsed.error.issues) found[String(path[0])] ??= message
    show(found)
    return undefined
  }

  const refused = (error: unknown) =>
    show({ [fields[refusalCode(error)] ?? 'all']: refusalText(error, refusals) }, true)

  return { errors, read, refused }
}

/** Form values by name; a single checkbox as boolean. */
function formValues(form: HTMLFormElement): Record<string, string | boolean> {
  const typed: Record<string, string | boolean> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed[name] = value
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name]'))
    typed[box.name] = box.checked
  return typed
}
