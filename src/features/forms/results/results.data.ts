// Reads the statistics of a form.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { key } from '../forms.data.ts'
import type { AnsweredField } from '#platform/forms/definition/field-schema.ts'
import type { Amounts } from './amount-groups.ts'
import { isCounted } from './field-result.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'form_progress.stopped': Record<string, number>
    'form_answer_counts.amounts': Amounts
  }
}

export type Period = { from: string; to: string }

export function useFormProgress(form: string, { from, to }: Period) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, form, 'progress', from, to],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (await backend.rpc('form_progress', { form, from_day: from, to_day: to }).throwOnError().single()).data,
  })
}

export type QuestionTime = { measured: number; seconds: number }

/** Median times, keyed by question. */
export function useQuestionTimes(form: string, { from, to }: Period) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, form, 'times', from, to],
    staleTime: 0,
    placeholderData: keepPreviousData,
    async queryFn(): Promise<ReadonlyMap<string, QuestionTime>> {
      const { data } = await backend.rpc('form_question_times', { form, from_day: from, to_day: to }).throwOnError()
      return new Map(
        data.map(({ field_key, measured, median_seconds }) => [field_key, { measured, seconds: median_seconds }]),
      )
    },
  })
}

export type AnswerCounts = { answered: number; amounts: Amounts }

/** Answer counts, keyed by question. */
export function useAnswerCounts(form: string, { from, to }: Period, fields: readonly AnsweredField[]) {
  const keysOf = (some: readonly AnsweredField[]) => some.map((field) => field.key)
  const counted = keysOf(fields.filter(isCounted))
  const ranked = keysOf(fields.filter(({ kind }) => kind === 'ranking'))
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, form, 'counts', from, to, counted],
    staleTime: 0,
    placeholderData: keepPreviousData,
    async queryFn(): Promise<ReadonlyMap<string, AnswerCounts>> {
      const { data } = await backend
        .rpc('form_answer_counts', { form, from_day: from, to_day: to, counted, ranked })
        .throwOnError()
      return new Map(data.map(({ field_key, answered, amounts }) => [field_key, { answered, amounts }]))
    },
  })
}
