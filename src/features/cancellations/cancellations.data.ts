import type { SupabaseClient } from '@supabase/supabase-js'

export type CancellationReceipt = {
  ticket_number: string
  received_at: string
  masked_email: string
  is_mailed: boolean
}

/** The receipt of a cancellation, by the token in its URL. */
export async function readReceipt(backend: SupabaseClient, receipt: string): Promise<CancellationReceipt | undefined> {
  if (!/^[\w-]{22}$/.test(receipt)) return undefined
  const { data } = await backend.rpc('cancellation_receipt', { receipt }).throwOnError()
  return (data as CancellationReceipt[])[0]
}
