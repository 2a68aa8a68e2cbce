// find-missing-values: recipients of a campaign, or contacts of a template, without a value or fallback for a field.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { fillContent, readPreviews } from './message-templates.server.ts'
import { refusals, type TemplateChannel, type TemplateContent } from './message-templates.ts'
import { missingLimits, MissingValues, MissingValuesOf } from './missing-values.ts'

type Person = { id: string; name: string }
type CheckInput = {
  channel: TemplateChannel
  content: TemplateContent
  contextType: string | null
  people: Person[]
  total: number
}

/** Names are returned only to roles that see every contact. */
export const findMissingValues = (siteUrl: string) =>
  defineFunction({
    name: 'find-missing-values',
    caller: async (db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may,
    as: 'service', // values come from several modules; the caller sees every contact
    perClient: { burst: 60, refillMs: 3_600_000 },
    refusals,
    input: MissingValuesOf,
    output: MissingValues,
    async run({ input, db }) {
      const recipients =
        'campaignId' in input ? await readCampaign(db, input.campaignId) : await readTemplate(db, input.templateId)
      return report(db, recipients, siteUrl)
    },
  })

async function report(
  db: Db,
  { channel, content, contextType, people, total }: CheckInput,
  siteUrl: string,
): Promise<MissingValues> {
  const { fields, recipients } = await readPreviews(
    db,
    { contactIds: people.map(({ id }) => id), content, contextType },
    { siteUrl },
  )
  const labels = new Map(
    fields.flatMap(({ name, label, aliases = [] }) => [name, ...aliases].map((one) => [one, label])),
  )
  const counts = new Map<string, number>()
  const found: MissingValues['recipients'] = []
  for (const { id, name } of people) {
    const recipient = recipients.get(id)
    if (!recipient) continue
    const missing = fillContent({ channel, content }, recipient).missing.flatMap((field) => labels.get(field) ?? [])
    if (missing.length === 0) continue
    for (const label of missing) counts.set(label, (counts.get(label) ?? 0) + 1)
    found.push({ contactId: id, name, missing })
  }
  return {
    checked: people.length,
    people: total,
    fields: [...counts].map(([label, n]) => ({ label, people: n })).toSorted((a, b) => b.people - a.people),
    recipients: found.slice(0, missingLimits.listed),
  }
}

type PersonWithTotal = Person & { total: number }
const counted = (rows: readonly PersonWithTotal[]) => ({
  people: rows.map(({ id, name }) => ({ id, name })),
  total: rows[0]?.total ?? 0,
})

async function readCampaign(db: Db, id: string): Promise<CheckInput> {
  const [campaign] = await db.query<{ content: TemplateContent }>(
    `select jsonb_build_object('subject', subject, 'preheader', preheader, 'blocks', blocks) as content from campaigns where id = $1`,
    [id],
  )
  if (!campaign) throw new Refusal('template_not_found', 404, refusals.template_not_found)
  const rows = await db.query<PersonWithTotal>(
    `select c.id, c.full_name as name, count(*) over ()::int as total
     from campaigns k, audience_of(k.list_ids, k.lifecycles, k.segments) a join contacts c on c.id = a.contact_id
     where k.id = $1 and a.excluded is null order by c.full_name, c.id limit $2`,
    [id, missingLimits.checked],
  )
  return { channel: 'email', content: campaign.content, contextType: null, ...counted(rows) }
}

/** A template has no audience: all contacts that it may be sent to are checked. */
async function readTemplate(db: Db, id: string): Promise<CheckInput> {
  const [template] = await db.query<Pick<CheckInput, 'channel' | 'contextType'> & { draft: TemplateContent }>(
    'select channel, draft, context_type as "contextType" from message_templates where id = $1',
    [id],
  )
  if (!template) throw new Refusal('template_not_found', 404, refusals.template_not_found)
  const rows = await db.query<PersonWithTotal>(
    `select id, full_name as name, count(*) over ()::int as total from contacts
     where deleted_at is null and merged_into_id is null order by full_name, id limit $1`,
    [missingLimits.checked],
  )
  return { channel: template.channel, content: template.draft, contextType: template.contextType, ...counted(rows) }
}
