import type { Backend } from '#client/backend.ts'
import type { FunctionRow } from '#client/database.types.ts'

export type CancellationReceipt = FunctionRow<'cancellation_receipt'>

/** The receipt of a cancellation, by the token in its URL. */
export async function readReceipt(backend: Backend, receipt: string): Promise<CancellationReceipt | undefined> {
  if (!/^[\w-]{22}$/.test(receipt)) return undefined
  const { data } = await backend.rpc('cancellation_receipt', { receipt }).throwOnError()
  return data[0]
}
