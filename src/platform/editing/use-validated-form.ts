import { type SubmitEvent, useState } from 'react'
import type { z } from 'zod'
import { refusalCode, refusalText } from '#client/refusal.ts'

type Options = {
  /** Messages by refusal code. */
  refusals: Readonly<Record<string, string>>
  /** Refusal codes by field; other refusals go above the form, under `all`. */
  fields?: Readonly<Record<string, string>>
}

/** A form validated by a schema; errors and refusals are shown beside their fields. */
export function useValidatedForm<Schema extends z.ZodType>(schema: Schema, { refusals, fields = {} }: Options) {
  const [faults, setFaults] = useState<Record<string, string>>({})

  /** The parsed values, or undefined if invalid, with focus on the first invalid field. */
  function read(event: SubmitEvent<HTMLFormElement>): z.output<Schema> | undefined {
    event.preventDefault()
    const form = event.currentTarget
    const parsed = schema.safeParse(formValues(form))
    if (parsed.success) {
      setFaults({})
      return parsed.data
    }
    const found: Record<string, string> = {}
    for (const { path, message } of parsed.error.issues) found[String(path[0])] ??= message
    setFaults(found)
    form.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
    return undefined
  }

  const refused = (error: unknown) => setFaults({ [fields[refusalCode(error)] ?? 'all']: refusalText(error, refusals) })

  return { faults, read, refused }
}

/** Form values by name; a single checkbox as boolean. */
function formValues(form: HTMLFormElement): Record<string, string | boolean> {
  const typed: Record<string, string | boolean> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed[name] = value
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name]'))
    typed[box.name] = box.checked
  return typed
}
