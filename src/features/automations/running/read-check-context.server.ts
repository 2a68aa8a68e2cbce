// Reads the entities that a definition may use, for its validation.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { CheckContext } from '../engine/check-definition.ts'

export type CheckContextOptions = {
  eventTypes: readonly string[]
  /** The context of message templates whose merge fields an event fills. */
  eventContexts: ReadonlyMap<string, string>
  isSenderVerified: boolean
}

export async function readCheckContext(
  db: Db,
  { eventTypes, eventContexts, isSenderVerified }: CheckContextOptions,
): Promise<CheckContext> {
  const read = await db.one<Omit<CheckContext, 'events' | 'contexts' | 'isSenderVerified'>>(
    `select array(select id::text from tags) as tags,
       coalesce((select jsonb_agg(jsonb_build_object('id', id, 'pipelineId', pipeline_id, 'kind', kind)) from pipeline_stages), '[]') as stages,
       array(select 'custom.' || key from custom_field_defs where entity = 'contact' and deleted_at is null)
         || array['lifecycle', 'source'] as fields,
       array(select distinct user_id::text from user_roles where is_active and role <> 'client') as users,
       coalesce((select jsonb_agg(jsonb_build_object('id', id, 'purpose', purpose, 'channel', channel, 'context', context_type,
         'isPublished', published_number is not null and archived_at is null)) from message_templates), '[]') as templates,
       coalesce((select jsonb_agg(jsonb_build_object('id', id, 'isEnabled', status = 'enabled')) from automations
         where status <> 'archived'), '[]') as automations,
       array(select id::text from webinars) as webinars,
       array(select id::text from forms where deleted_at is null) as forms`,
  )
  return { ...read, events: eventTypes, contexts: eventContexts, isSenderVerified }
}
