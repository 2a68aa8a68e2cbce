// Compares the counts of the health page with the lists that they link to.
import { expect, test } from 'vitest'
import { backendAs, backendAsService } from '../../../test/browser/render.tsx'
import { unique } from '../../../test/browser/unique.ts'
import { readMessageLog } from './message-log.data.ts'

const backend = backendAs('owner')
const service = backendAsService()

const day = 24 * 60 * 60_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()

/** Creates a message that was sent some days ago, with its later outcome. */
async function message(
  status: 'sent' | 'failed' | 'skipped',
  days: number,
  happened: readonly ('sent_at' | 'bounced_at' | 'complained_at')[],
  reason = 'gone',
) {
  const at = ago(days)
  const { data } = await service
    .from('scheduled_messages')
    .insert({
      idempotency_key: unique('health'),
      purpose: 'service',
      context_type: 'process',
      context_id: crypto.randomUUID(),
      to_value: 'a@example.com',
      status,
      send_at: at,
      ...(status === 'skipped' && { skip_reason: reason }),
    })
    .select('id')
    .single()
    .throwOnError()
  if (status === 'skipped') return
  await service
    .from('messages')
    .insert({
      scheduled_id: data.id,
      purpose: 'service',
      to_value: 'a@example.com',
      subject: 'שלום',
      body_hash: 'x',
      created_at: at,
      ...Object.fromEntries(happened.map((column) => [column, at])),
    })
    .throwOnError()
}

test('each count of the week equals the number of messages in its list, and both exclude older messages', async () => {
  await message('sent', 1, ['sent_at', 'bounced_at'])
  await message('failed', 1, ['bounced_at'])
  await message('sent', 1, ['sent_at', 'complained_at'])
  await message('sent', 1, ['sent_at', 'bounced_at', 'complained_at'])
  await message('failed', 1, [])
  await message('skipped', 1, [])
  // A cap delays messages, and skips one whose delay would be too long.
  await message('skipped', 1, [], 'weekly_cap')
  for (const happened of [['sent_at'], ['sent_at', 'bounced_at'], ['sent_at', 'complained_at']] as const)
    await message('sent', 9, happened)
  await message('failed', 9, [])
  await message('skipped', 9, [])
  // Another test may send between the two reads.
  await expect
    .poll(async () => {
      const { data } = await backend.rpc('message_health').single().throwOnError()
      const reasons = await backend.rpc('message_reason_counts').throwOnError()
      const listed = async (filter: { outcome?: string; reason?: string }) =>
        (await readMessageLog(backend, { ...filter, since: data.since, page: 0 })).total
      const figures = ['sent', 'bounced', 'complained', 'failed'] as const
      const skipReasons = ['gone', 'weekly_cap']
      return {
        listed: await Promise.all([
          ...figures.map((outcome) => listed({ outcome })),
          ...skipReasons.map((reason) => listed({ reason })),
        ]),
        counted: [
          ...figures.map((figure) => data[figure]),
          ...skipReasons.map(
            (reason) => reasons.data.find((row) => !row.is_waiting && row.reason === reason)?.messages,
          ),
        ],
      }
    })
    .toSatisfy(({ listed, counted }: { listed: number[]; counted: number[] }) => String(listed) === String(counted))
})
