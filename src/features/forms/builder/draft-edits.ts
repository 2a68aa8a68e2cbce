// Edits of a draft, with undo. Consecutive keystrokes in one field are one step.
import type { Page } from '#platform/forms/definition/definition-schema.ts'
import type { Field } from '#platform/forms/definition/field-schema.ts'
import type { FormDraft } from './form-draft.ts'

export type DraftEdit =
  /** Form-level properties: texts, mode, computed values, dimensions and endings. */
  | { do: 'form'; change: Partial<FormDraft>; at: string }
  | { do: 'write'; field: Field }
  | { do: 'add'; field: Field; page: string; after?: string | undefined }
  | { do: 'move'; key: string; by: -1 | 1 }
  /** Inserts before another field, or at the end of a page. */
  | { do: 'place'; key: string; page: string; before: string | null }
  | { do: 'duplicate'; key: string; as: string }
  | { do: 'remove'; key: string }
  | { do: 'page'; key: string; change: Partial<Page> }
  | { do: 'addPage'; page: Page }
  | { do: 'movePage'; key: string; by: -1 | 1 }
  | { do: 'removePage'; key: string }
  | { do: 'replace'; draft: FormDraft }
  | { do: 'undo' }

/** `writing` identifies the field whose text is being typed. */
export type DraftHistory = { draft: FormDraft; past: readonly FormDraft[]; writing: string | null }

const maxUndos = 50

export const createHistory = (draft: FormDraft): DraftHistory => ({ draft, past: [], writing: null })

/** An edit without effect returns the same history object. */
export function applyEdit(history: DraftHistory, edit: DraftEdit): DraftHistory {
  if (edit.do === 'undo') {
    const before = history.past.at(-1)
    return before ? { draft: before, past: history.past.slice(0, -1), writing: null } : history
  }
  const draft = edited(history.draft, edit)
  if (draft === history.draft) return history
  const writing = placeOf(edit)
  const isContinued = writing !== null && writing === history.writing
  return { draft, past: isContinued ? history.past : [...history.past, history.draft].slice(-maxUndos), writing }
}

function placeOf(edit: DraftEdit): string | null {
  if (edit.do === 'write') return `field ${edit.field.key}`
  if (edit.do === 'page') return `page ${edit.key} ${Object.keys(edit.change).join()}`
  return edit.do === 'form' ? `form ${edit.at}` : null
}

function edited(draft: FormDraft, edit: Exclude<DraftEdit, { do: 'undo' }>): FormDraft {
  switch (edit.do) {
    case 'form':
      return { ...draft, ...edit.change }
    case 'replace':
      return edit.draft
    case 'write':
      return inGroups(draft, (fields) => fields.map((field) => (field.key === edit.field.key ? edit.field : field)))
    case 'remove':
      return inGroups(draft, (fields) => fields.filter(({ key }) => key !== edit.key))
    case 'duplicate':
      return inGroups(draft, (fields) => {
        const at = fields.findIndex(({ key }) => key === edit.key)
        return at < 0 ? fields : fields.toSpliced(at + 1, 0, { ...withoutTarget(fields[at]!), key: edit.as })
      })
    case 'add':
      return added(draft, edit.field, edit)
    case 'move':
      return moved(draft, edit.key, edit.by)
    case 'place': {
      const field = draft.pages.flatMap(fieldsOfPage).find(({ key }) => key === edit.key)
      if (!field || edit.before === edit.key) return draft
      const without = inGroups(draft, (fields) => fields.filter(({ key }) => key !== edit.key))
      const isThere = without.pages.some((page) => fieldsOfPage(page).some(({ key }) => key === edit.before))
      if (!isThere) return added(without, field, { page: edit.page })
      return inGroups(without, (fields) => {
        const at = fields.findIndex(({ key }) => key === edit.before)
        return at < 0 ? fields : fields.toSpliced(at, 0, field)
      })
    }
    case 'page':
      return {
        ...draft,
        pages: draft.pages.map((page) => (page.key === edit.key ? { ...page, ...edit.change } : page)),
      }
    case 'addPage':
      return { ...draft, pages: [...draft.pages, edit.page] }
    case 'movePage': {
      const at = draft.pages.findIndex(({ key }) => key === edit.key)
      if (!draft.pages[at + edit.by]) return draft
      return { ...draft, pages: draft.pages.toSpliced(at, 1).toSpliced(at + edit.by, 0, draft.pages[at]!) }
    }
    case 'removePage':
      return draft.pages.length === 1 ? draft : { ...draft, pages: draft.pages.filter(({ key }) => key !== edit.key) }
  }
}

export const fieldsOfPage = ({ groups }: Page): Field[] => groups.flatMap(({ fields }) => fields)

/** Removes the saving target of a copy: two fields cannot share one. */
function withoutTarget(field: Field): Field {
  if (!('saving' in field)) return field
  const { saving: _, ...rest } = field
  return rest
}

/** Unchanged groups and forms retain their object identity. */
function inGroups(draft: FormDraft, change: (fields: Field[]) => Field[]): FormDraft {
  let isChanged = false
  const pages = draft.pages.map((page) => ({
    ...page,
    groups: page.groups.map((group) => {
      const fields = change(group.fields)
      const isSame = fields.length === group.fields.length && fields.every((field, i) => field === group.fields[i])
      isChanged ||= !isSame
      return isSame ? group : { ...group, fields }
    }),
  }))
  return isChanged ? { ...draft, pages } : draft
}

/** Inserts after a field, or at the end of the page. A file field stays last, because no field may follow it. */
function added(
  draft: FormDraft,
  field: Field,
  { page: key, after }: { page: string; after?: string | undefined },
): FormDraft {
  const pages = draft.pages.map((page) => {
    if (page.key !== key) return page
    const group = page.groups.findLast(({ fields }) => fields.some((one) => one.key === after)) ?? page.groups.at(-1)!
    const at = after === undefined ? -1 : group.fields.findIndex((one) => one.key === after)
    const end =
      group.fields.at(-1)?.kind === 'file' && field.kind !== 'file' ? group.fields.length - 1 : group.fields.length
    const fields = group.fields.toSpliced(at < 0 ? end : Math.min(at + 1, end), 0, field)
    return { ...page, groups: page.groups.map((one) => (one === group ? { ...group, fields } : one)) }
  })
  return { ...draft, pages }
}

/** Moves a field one position up or down; past the end of a page to the next one. */
function moved(draft: FormDraft, key: string, by: -1 | 1): FormDraft {
  const at = draft.pages.findIndex((page) => fieldsOfPage(page).some((field) => field.key === key))
  if (at < 0) return draft
  const fields = fieldsOfPage(draft.pages[at]!)
  const index = fields.findIndex((field) => field.key === key)
  const neighbour = draft.pages[at + by]
  if (fields[index + by]) {
    const before = by < 0 ? fields[index - 1]!.key : (fields[index + 2]?.key ?? null)
    return edited(draft, { do: 'place', key, page: draft.pages[at]!.key, before })
  }
  if (!neighbour) return draft
  const before = by < 0 ? null : (fieldsOfPage(neighbour)[0]?.key ?? null)
  return edited(draft, { do: 'place', key, page: neighbour.key, before })
}
