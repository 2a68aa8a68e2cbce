// Edits from the contact list: one column of one contact, or a bulk change.
import { mutationOptions, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { latestOwnVersion, recordSave } from '#client/save-chain.ts'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { type BulkAnswer, type BulkPreview, refusals as bulkRefusals } from '#platform/bulk-actions/bulk-actions.ts'
import { type Contact, refusals as contactRefusals } from '#features/contacts/contacts.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo, TooLateToUndo } from '#ui/undo/undo.ts'
import { type BulkContactChange, refusals, type Selection } from './contact-list.ts'
import { type ListedContact, listKey } from './contact-list.data.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    preview_bulk_contacts: BulkPreview
    bulk_change_contacts: BulkAnswer
  }
}

const allRefusals = { ...contactRefusals, ...bulkRefusals, ...refusals }

/** Number of selected contacts, and the first five names. */
export function useBulkPreview(selection: Selection, isWanted: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...listKey, 'preview', selection],
    queryFn: async () => {
      const { data } = await backend.rpc('preview_bulk_contacts', { selection }).throwOnError()
      return data
    },
    enabled: isWanted,
    staleTime: 0,
  })
}

export async function changeManyContacts(
  backend: Backend,
  selection: Selection,
  change: BulkContactChange,
): Promise<BulkAnswer> {
  const { data } = await backend.rpc('bulk_change_contacts', { selection, change }).throwOnError()
  return data
}

/** User-facing text of a refused edit. */
export const listRefusal = (error: unknown) => refusalText(error, allRefusals)

export function useBulkChange() {
  const backend = useBackend()
  return useMutation({
    mutationFn: ({ selection, change }: { selection: Selection; change: BulkContactChange }) =>
      changeManyContacts(backend, selection, change),
  })
}

type Facts = Partial<Pick<Contact, 'lifecycle' | 'owner_id' | 'source'>>
const conflictText = 'מישהו אחר שינה את הרשומה בינתיים. הרשימה רועננה'

/** Updates the row if its version is unchanged and returns the new version. Undefined on a conflict. */
async function saveFacts(backend: Backend, { id, version }: Pick<Contact, 'id' | 'version'>, facts: Facts) {
  const { data } = await backend
    .from('contacts')
    .update(facts)
    .eq('id', id)
    .eq('version', version)
    .select('version')
    .throwOnError()
  return data[0]?.version
}

type Edit = { row: ListedContact; facts: Facts; toastText: string }

/**
 * Optimistic edit of one column with rollback and undo. Edits of one row are queued. Each is based on the displayed
 * version, incremented by the user's preceding edits.
 */
export function editInList(backend: Backend, queries: QueryClient, id: string) {
  const show = (facts: Facts & { version?: number }) =>
    queries.setQueriesData<ListedContact[]>({ queryKey: [...listKey, 'rows'] }, (rows) =>
      rows?.some((row) => row.id === id) ? rows.map((row) => (row.id === id ? { ...row, ...facts } : row)) : rows,
    )
  const readAgain = () => queries.invalidateQueries({ queryKey: ['contacts'] })
  const before = ({ row, facts }: Edit) =>
    Object.fromEntries(Object.keys(facts).map((key) => [key, row[key as keyof Facts]])) as Facts
  async function save(seen: Pick<Contact, 'id' | 'version'>, facts: Facts) {
    const over = { id, version: latestOwnVersion(queries, seen) }
    const version = await saveFacts(backend, over, facts)
    if (version !== undefined) recordSave(queries, over, version)
    return version
  }

  return mutationOptions({
    scope: { id: `contacts change ${id}` },
    mutationFn: ({ row, facts }: Edit) => save(row, facts),
    onMutate: ({ facts }) => void show(facts),
    onSuccess: async (version, edit) => {
      if (version === undefined) {
        toast.info(conflictText)
        await readAgain()
        return
      }
      show({ version })
      offerUndo({
        title: edit.toastText,
        undo: async () => {
          const restored = await save({ id, version }, before(edit))
          await readAgain()
          if (restored === undefined) throw new TooLateToUndo('מישהו אחר שינה את הרשומה בינתיים')
        },
        explain: listRefusal,
      })
    },
    onError: (error, edit) => {
      show(before(edit))
      toast.error(listRefusal(error))
    },
  })
}

export const useEditInList = (id: string) => useMutation(editInList(useBackend(), useQueryClient(), id))
