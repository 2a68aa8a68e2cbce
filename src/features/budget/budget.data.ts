// Queries and mutations of the portal's budget. Sums and sealed values are read through server functions.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invoke } from '#client/invoke.ts'
import { useTableChanges } from '#client/realtime.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Budget, BudgetItem, ImportEntries, ImportKnowledge, SaveItem, SharedBudget } from './budget.ts'
import type { Month } from './months.ts'

const budgetKey = ['budget'] as const

/** A month of the caller's household. It is refetched after changes by the partner. */
export function useBudget(month: Month) {
  const backend = useBackend()
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: budgetKey })
  useTableChanges({ table: 'budget_items', onChanges: readAgain, onReconnect: readAgain })
  return useQuery({
    queryKey: [...budgetKey, month],
    queryFn: () => invoke<Budget>(backend, 'read-budget', { month }),
    placeholderData: (earlier) => earlier,
  })
}

type ItemOfDialog = Pick<BudgetItem, 'id' | 'kind'> & { isNew: boolean }

/** The saved item of a dialog, refetched while it is edited. The plan, one per household, is found by kind. */
export function useBudgetItem(month: Month, { id, kind, isNew }: ItemOfDialog): BudgetItem | undefined {
  const backend = useBackend()
  const { data } = useQuery({
    queryKey: [...budgetKey, month],
    queryFn: () => invoke<Budget>(backend, 'read-budget', { month }),
    enabled: !isNew,
  })
  return data?.items.find((item) => item.id === id || (kind === 'plan' && item.kind === 'plan'))
}

function useBudgetCall<Input extends object, Output>(name: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => invoke<Output>(backend, name, input),
    onSettled: () => queries.invalidateQueries({ queryKey: budgetKey }),
  })
}

export const useSaveItem = () => useBudgetCall<SaveItem, { version: number }>('save-budget-item')
export const useDeleteItem = () => useBudgetCall<Pick<BudgetItem, 'id' | 'version'>, object>('delete-budget-item')
export const useCopyMonth = () => useBudgetCall<{ from: Month; to: Month }, { copied: number }>('copy-budget-month')
export const useShareBudget = () => useBudgetCall<{ isShared: boolean }, object>('share-budget')
export const useEraseBudget = () => useBudgetCall<{ what: 'mine' | 'all' }, object>('erase-budget')
export const useDownloadBudget = () => useBudgetCall<object, { items: BudgetItem[] }>('download-budget')

/**
 * For staff: a month of a shared budget, null while the budget is not shared. Each read is logged, so `isOpen` enables
 * it.
 */
export function useSharedBudget(contactId: string, month: Month, isOpen: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['shared-budget', contactId, month],
    queryFn: async () => (await invoke<SharedBudget>(backend, 'read-shared-budget', { contactId, month })).budget,
    enabled: isOpen,
    gcTime: 0,
  })
}

/**
 * Data for the import preview, read when the import screen opens: no request is sent between choosing a file and
 * saving.
 */
export function useImportKnowledge() {
  const backend = useBackend()
  return useQuery({
    queryKey: ['budget-import'],
    queryFn: () => invoke<ImportKnowledge>(backend, 'read-budget-import', {}),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Sends the requests of an import sequentially. After a failure, saved entries are recognised by their keys. */
export function useImportEntries() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({
      requests,
      onSaved,
    }: {
      requests: readonly ImportEntries[]
      onSaved: (entries: number) => void
    }) {
      let added = 0
      for (const request of requests) {
        const saved = await invoke<{ added: number }>(backend, 'import-budget-entries', request)
        added += saved.added
        onSaved(request.entries.length)
      }
      return added
    },
    onSettled: () => queries.invalidateQueries({ queryKey: budgetKey }),
  })
}
