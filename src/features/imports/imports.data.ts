// Queries and mutations of contact imports.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { readPage } from '#client/read-page.ts'
import { useBackend } from '#client/session-context.tsx'
import { isUuid } from '#lib/is-uuid.ts'
import {
  type CheckImport,
  type Import,
  type ImportRow,
  maxBytes,
  type Outcome,
  type ImportUploaded,
} from './imports.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'imports.mapping': Import['mapping']
    'imports.date_evidence': Import['date_evidence']
    'imports.date_orders': Import['date_orders']
    'imports.counts': Import['counts']
    'imports.defaults': Import['defaults']
    'import_rows.raw': ImportRow['raw']
    'import_rows.faults': ImportRow['faults']
  }
}

export type ShownImport = Omit<Import, 'file_hash' | 'made'>
export type ListedImport = Pick<
  Import,
  'id' | 'file_name' | 'status' | 'row_count' | 'counts' | 'created_at' | 'created_by' | 'run_at' | 'rolled_back_at'
>
export type ShownRow = Pick<
  ImportRow,
  | 'n'
  | 'raw'
  | 'duplicate_of'
  | 'household_of'
  | 'plan'
  | 'result'
  | 'reason'
  | 'reason_column'
  | 'faults'
  | 'record_id'
  | 'undone'
  | 'kept_because'
> & { person: string | null }

const key = ['imports'] as const
const oneKey = (id: string) => [...key, 'one', id] as const

const inProgress = ['mapped', 'running', 'rolling_back'] as const
export const isInProgress = ({ status }: Pick<Import, 'status'>) => (inProgress as readonly string[]).includes(status)

/** Null if the import is unknown or hidden by row-level security. */
async function readImport(backend: Backend, id: string): Promise<ShownImport | null> {
  if (!isUuid(id)) return null
  const { data } = await backend.from('imports').select('*').eq('id', id).maybeSingle().throwOnError()
  return data
}

/** One import, polled every second while the server processes it. */
export function useImport(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: oneKey(id),
    queryFn: () => readImport(backend, id),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? 1000 : false),
  })
}

export const importsOnPage = 20

/** A page of imports, newest first. `page` is zero-based. */
export function useImports(page: number, max = importsOnPage) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'list', page, max],
    queryFn: async () => {
      const { rows: imports, ...place } = await readPage(page, max, (from, to) =>
        backend
          .from('imports')
          .select('id, file_name, status, row_count, counts, created_at, created_by, run_at, rolled_back_at', {
            count: 'exact',
          })
          .order('created_at', { ascending: false })
          .order('id')
          .range(from, to)
          .throwOnError(),
      )
      return { imports, ...place }
    },
    staleTime: 0,
  })
}

/** The first rows of the file verbatim, including those above the header. */
export function useFirstLines(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...oneKey(id), 'first'],
    queryFn: async () => {
      const { data } = await backend
        .from('import_rows')
        .select('n, raw')
        .eq('import_id', id)
        .order('n')
        .limit(30)
        .throwOnError()
      return data
    },
  })
}

export const rowsPageSize = 50

/** Filter of rows: by plan, by outcome, imported without a value, or not reverted by a rollback. */
export type RowFilter = { by: 'plan' | 'result'; outcome: Outcome | 'all' | 'incomplete' } | { by: 'kept' }

export function useImportRows({ id, version }: Pick<Import, 'id' | 'version'>, filter: RowFilter) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...oneKey(id), 'rows', version, filter],
    queryFn: () => readRows(backend, id, filter),
  })
}

async function readRows(backend: Backend, id: string, filter: RowFilter): Promise<ShownRow[]> {
  let query = backend
    .from('import_rows')
    .select(
      'n, raw, duplicate_of, household_of, plan, result, reason, reason_column, faults, record_id, undone, kept_because',
    )
    .eq('import_id', id)
  if (filter.by === 'kept') query = query.eq('undone', 'kept')
  else if (filter.outcome === 'incomplete') query = query.not('faults', 'eq', '[]').neq(filter.by, 'error')
  else if (filter.outcome === 'all') query = query.not(filter.by, 'is', null)
  else query = query.eq(filter.by, filter.outcome)
  const { data } = await query.order('n').limit(rowsPageSize).throwOnError()
  const known = [...new Set(data.flatMap(({ record_id }) => record_id ?? []))]
  const names = new Map<string, string>()
  if (known.length > 0) {
    const people = await backend
      .from('contacts')
      .select('id, full_name')
      .in('id', known)
      .is('deleted_at', null)
      .throwOnError()
    for (const { id: person, full_name } of people.data) names.set(person, full_name)
  }
  return data.map((row) => ({ ...row, person: (row.record_id && names.get(row.record_id)) ?? null }))
}

export type ColumnQuery = { importId: string; column: number; headerRow: number; separately: boolean }

/** Distinct values of a column, most frequent first; one more than the option limit if there are too many. */
export function useColumnValues(query: ColumnQuery, isWanted: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'values', query],
    queryFn: async () => {
      const { importId, column, headerRow, separately } = query
      const { data } = await backend
        .rpc('import_column_values', { import: importId, col: column, header_row: headerRow, separately })
        .throwOnError()
      return data.map(({ value }) => value)
    },
    enabled: isWanted,
  })
}

export type UploadInput = { file: File; encoding: string }

/** Uploads and parses the file without creating contacts. Throws a CallRefused with a code of the contract's `refusals`. */
async function upload(backend: Backend, { file, encoding }: UploadInput): Promise<ImportUploaded> {
  // The size is checked before the upload starts.
  if (file.size > maxBytes) throw new CallRefused('payload_too_large', 'The file is larger than a list may be')
  if (file.size === 0) throw new CallRefused('file_empty', 'The file is empty')
  const query = new URLSearchParams({ name: file.name, ...(encoding && { encoding }) })
  return invoke<ImportUploaded>(backend, `upload-import?${query.toString()}`, file)
}

function useStep<Input, Output>(
  take: (backend: Backend, input: Input) => Promise<Output>,
  changes: 'imports' | 'people' = 'imports',
) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => take(backend, input),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: key }),
        changes === 'people' && queries.invalidateQueries({ queryKey: ['contacts'] }),
      ]),
  })
}

export const useUpload = () => useStep(upload)
export const useCheck = () => useStep((backend, input: CheckImport) => invoke<object>(backend, 'check-import', input))
export const useRun = () =>
  useStep((backend, importId: string) => invoke<object>(backend, 'run-import', { importId }), 'people')
export const useRollBack = () =>
  useStep((backend, importId: string) => invoke<object>(backend, 'roll-back-import', { importId }), 'people')
export const useDeleteImport = () =>
  useStep(
    async (backend, importId: string) =>
      void (await backend.from('imports').delete().eq('id', importId).throwOnError()),
  )

/** Rejected rows as a file for correction. */
export const useErrorFile = () =>
  useStep((backend, importId: string) => invoke<Blob>(backend, 'import-errors', { importId }))
