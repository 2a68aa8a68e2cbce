import { useMutation } from '@tanstack/react-query'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import type { BoardScope } from '#features/opportunities/board/board.data.ts'
import { readAllMatching } from '#features/opportunities/list/opportunity-list.data.ts'
import { toast } from '#ui/toast/toast.tsx'
import type { Selection } from './use-selection.ts'

/** Selects every row that matches the filter, including rows not loaded yet. */
export function useSelectAll(place: BoardScope, selection: Selection) {
  const backend = useBackend()
  return useMutation({
    mutationFn: () => readAllMatching(backend, place),
    onSuccess: selection.all,
    onError: (error) => toast.error(refusalText(error)),
  })
}
