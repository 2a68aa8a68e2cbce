// Form input as a browser posts it: texts by control name.
import { type FormBody, checkedValues } from '#lib/forms/form-post.ts'

/** A field has one control, named by its key, or several, named `key.part`. */
export type Entries = Record<string, string | string[]>

/** Prefix of control names in HTML, so that field keys cannot collide with other controls of the page. */
const prefix = 'a.'
export const controlName = (name: string) => prefix + name
/** The field key of a control; undefined for other controls of the page. */
export const fieldOfControl = (control: string): string | undefined =>
  control.startsWith(prefix) ? control.slice(prefix.length).split('.', 1)[0] : undefined

/** The field entries of a posted form. */
export function entriesOfBody(body: FormBody): Entries {
  const names = Object.keys(body).filter((name) => name.startsWith(prefix))
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = checkedValues(body, name)
      if (values.length === 0) return []
      return [[name.slice(prefix.length), values.length === 1 ? values[0]! : values]]
    }),
  )
}

export function textsAt(entries: Entries, name: string): string[] {
  const value = Object.hasOwn(entries, name) ? entries[name] : undefined
  return value === undefined ? [] : [value].flat()
}

export const textAt = (entries: Entries, name: string): string => textsAt(entries, name)[0] ?? ''

export const entriesOfForm = (form: FormData): Entries =>
  entriesOfBody(Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)])))

/**
 * Replaces all entries of the displayed fields by the posted ones, because unticked checkboxes are not posted. Entries
 * of other fields are unchanged.
 */
export function replaceEntries(before: Entries, shown: readonly string[], posted: Entries): Entries {
  const isShown = ([name]: [string, unknown]) => shown.includes(name.split('.', 1)[0]!)
  return Object.fromEntries([
    ...Object.entries(before).filter((entry) => !isShown(entry)),
    ...Object.entries(posted).filter(isShown),
  ])
}
