// Reads the facts of contacts, as the engine needs them.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Facts } from '../engine/facts.ts'

/** Facts by contact. A deleted contact is absent. */
export async function readFacts(db: Db, contactIds: readonly string[]): Promise<Map<string, Facts>> {
  const rows = await db.query<Facts>(
    `select c.id as "contactId", (c.deleted_at is not null or c.merged_into_id is not null) as "isGone",
       c.do_not_contact as "doNotContact", c.owner_id as "ownerId", c.lifecycle, c.source, c.birth_date::text as "birthDate", d.custom,
       coalesce((select k.action = 'grant' from consents k
         where k.contact_id = c.id and k.channel = 'email' and k.purpose = 'marketing' order by k.at desc, k.id desc limit 1), false)
         as "hasConsent",
       array(select t.tag_id::text from contact_tags t where t.contact_id = c.id) as tags,
       coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'pipelineId', o.pipeline_id, 'stageId', o.stage_id, 'isOpen', o.status = 'open')
         order by o.created_at desc, o.id)
         from opportunities o where o.contact_id = c.id and o.deleted_at is null), '[]') as opportunities
     from contacts c join contact_staff_details d on d.contact_id = c.id where c.id = any ($1)`,
    [contactIds],
  )
  return new Map(rows.map((facts) => [facts.contactId, facts]))
}

export const deletedContactFacts = (contactId: string): Facts => ({
  contactId,
  isGone: true,
  doNotContact: false,
  hasConsent: false,
  ownerId: null,
  lifecycle: '',
  source: null,
  birthDate: null,
  custom: {},
  tags: [],
  opportunities: [],
})
