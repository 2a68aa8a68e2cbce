// Custom mail texts of the business.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CallRefused } from '#client/invoke.ts'
import { refusalCode } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import type { EmailKind, EmailText, EmailContent } from './email-templates.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'email_texts.blocks': EmailText['blocks']
  }
}

const key = ['email-texts'] as const

/** Custom texts by kind; kinds without one use the default template. */
export function useCustomTexts() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    queryFn: async () => {
      const { data } = await backend
        .from('email_texts')
        .select('*')
        .throwOnError()
        .overrideTypes<Pick<EmailText, 'kind'>[]>()
      return new Map(data.map((text) => [text.kind, text]))
    },
  })
}

/** Inserts a text, or with `seen` updates it if its version matches. */
export function useSaveEmailText() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ kind, seen, words }: { kind: EmailKind; seen: EmailText | undefined; words: EmailContent }) {
      const table = backend.from('email_texts')
      if (!seen) {
        const { error } = await table.insert({ kind, ...words })
        if (error && refusalCode(error) !== 'email_texts_pkey') throw error
        if (error) throw new CallRefused('stale_version', 'The text was inserted concurrently')
        return
      }
      const { data } = await table
        .update(words)
        .eq('kind', kind)
        .eq('version', seen.version)
        .select('kind')
        .throwOnError()
      if (data.length === 0) throw new CallRefused('stale_version', 'The text was saved concurrently')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Deletes the custom text, so that the default template applies again. */
export function useResetEmailText() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (kind: EmailKind) => {
      await backend.from('email_texts').delete().eq('kind', kind).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
