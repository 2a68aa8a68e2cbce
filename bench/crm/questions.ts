// Typical CRM queries, each with the smallest equivalent SQL: no policies, no HTTP, one connection.
import type { SupabaseClient } from '@supabase/supabase-js'
import { rare } from './people.ts'

/** `cards` are moved in pairs, one by the request and one by bare SQL; each card once. */
export type Sample = {
  pipelineId: string
  stages: string[]
  phones: string[]
  cards: { id: string; version: number }[]
}
type Sql = { text: string; values?: unknown[] }

export type Question = {
  name: string
  /** The request that the browser sends. */
  ask: (backend: SupabaseClient, turn: number) => PromiseLike<unknown>
  bare: (turn: number) => Sql[]
}

const row = `c.id, c.full_name, c.search_name, c.lifecycle, c.owner_id, c.source, c.do_not_contact, c.last_activity_at,
  c.next_step_at, c.created_at, c.version,
  (select jsonb_build_object('custom', d.custom) from contact_staff_details d where d.contact_id = c.id) as details,
  (select jsonb_build_object('id', h.id, 'name', h.name) from households h where h.id = c.household_id) as household,
  (select jsonb_agg(jsonb_build_object('kind', p.kind, 'value_norm', p.value_norm, 'is_primary', p.is_primary)) from contact_points p where p.contact_id = c.id) as points,
  (select jsonb_agg(jsonb_build_object('tag_id', t.tag_id)) from contact_tags t where t.contact_id = c.id) as tags,
  (select jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status, 'stage_id', o.stage_id, 'amount_agorot', o.amount_agorot, 'created_at', o.created_at, 'deleted_at', o.deleted_at)) from opportunities o where o.contact_id = c.id) as opportunities`
const found = `c.id, c.full_name,
  (select jsonb_agg(jsonb_build_object('kind', p.kind, 'value_norm', p.value_norm, 'is_primary', p.is_primary)) from contact_points p where p.contact_id = c.id) as points`
const card = `o.*, (select jsonb_build_object('full_name', c.full_name, 'points', (select jsonb_agg(jsonb_build_object('kind', p.kind, 'value_norm', p.value_norm)) from contact_points p where p.contact_id = c.id)) from contacts c where c.id = o.contact_id) as contact,
  (select jsonb_build_object('id', t.id, 'name', t.name, 'due_at', t.due_at) from tasks t where t.id = o.next_step_task_id) as next_step`

export function questionsOf({ pipelineId, stages, phones, cards: moved }: Sample): Question[] {
  const phone = (turn: number) => phones[turn % phones.length]!
  const local = (turn: number) =>
    phone(turn)
      .replace('+972', '0')
      .replace(/^(...)/, '$1-')
  return [
    {
      name: 'list: the first hundred people',
      ask: (backend) => list(backend, { filter: { groups: [], words: '' }, sort: '-activity', skip: 0 }),
      bare: () => [
        {
          text: `select ${row} from contacts c where deleted_at is null order by last_activity_at desc nulls last, id limit 100`,
        },
      ],
    },
    {
      name: 'list: how many people there are',
      ask: (backend) => backend.rpc('count_contacts', { filter: { groups: [], words: '' } }).throwOnError(),
      bare: () => [{ text: 'select count(*) from contacts where deleted_at is null' }],
    },
    {
      name: 'list: a page five thousand rows down, of one kind only',
      ask: (backend) =>
        list(backend, {
          filter: { groups: [[{ field: 'lifecycle', op: 'is', values: ['subscriber'] }]], words: '' },
          sort: '-created',
          skip: 5000,
        }),
      bare: () => [
        {
          text: `select ${row} from (select * from contacts where deleted_at is null and lifecycle = 'subscriber' order by created_at desc, id limit 100 offset 5000) c`,
        },
      ],
    },
    {
      name: 'search: a phone as people write it',
      ask: (backend, turn) => search(backend, local(turn)),
      bare: (turn) => [
        {
          text: `select ${found} from contacts c where deleted_at is null and id in (select contact_id from contact_points where kind = 'phone' and value_norm = $1) limit 6`,
          values: [phone(turn)],
        },
      ],
    },
    {
      name: 'search: a name with a typo',
      ask: (backend) => search(backend, rare.typo),
      bare: () => [
        {
          text: `select ${found} from contacts c where deleted_at is null and search_name like '%' || he_norm($1) || '%' order by last_activity_at desc nulls last limit 6`,
          values: [rare.name],
        },
      ],
    },
    {
      name: 'today: what waits, with every open deal standing still',
      ask: (backend) => backend.rpc('today').throwOnError(),
      bare: () => [
        {
          text: `select ${card} from (select * from opportunities where status = 'open' and deleted_at is null and next_step_task_id is null order by stage_entered_at, id limit 50) o`,
        },
        {
          text: `select count(*), sum(amount_agorot) from opportunities where status = 'open' and deleted_at is null`,
        },
      ],
    },
    {
      name: 'board: the first cards of every column and what each is worth',
      ask: (backend) => Promise.all([cards(backend, pipelineId), totals(backend, pipelineId)]),
      bare: () => [
        {
          text: `select ${card} from unnest($1::uuid[]) s (id) cross join lateral (select * from opportunities o where o.stage_id = s.id and o.deleted_at is null order by o.rank limit 40) o`,
          values: [stages],
        },
        {
          text: `select s.id, count(*), sum(amount_agorot), sum(amount_agorot * coalesce(probability_override, probability)) from opportunities o join pipeline_stages s on s.id = o.stage_id where o.pipeline_id = $1 and o.deleted_at is null group by s.id`,
          values: [pipelineId],
        },
      ],
    },
    {
      name: 'board: one move',
      ask: (backend, turn) => move(backend, moved[2 * turn]!, stages[turn % stages.length]!),
      bare: (turn) => [
        {
          text: 'update opportunities set stage_id = $2 where id = $1',
          values: [moved[2 * turn + 1]!.id, stages[turn % stages.length]!],
        },
      ],
    },
  ]
}

const points = 'points:contact_points(kind, value_norm, is_primary)'
const listed = `id, full_name, search_name, lifecycle, owner_id, source, do_not_contact, last_activity_at, next_step_at,
  created_at, version, details:contact_staff_details(custom), household:households(id, name), ${points}, tags:contact_tags(tag_id),
  opportunities(id, status, stage_id, amount_agorot, created_at, deleted_at)`

const list = (backend: SupabaseClient, query: object) =>
  backend
    .rpc('list_contacts', { ...query, at_most: 100 })
    .select(listed)
    .throwOnError()

const search = (backend: SupabaseClient, query: string) =>
  backend.rpc('search_contacts', { query, result_limit: 6 }).select(`id, full_name, ${points}`).throwOnError()

const cards = (backend: SupabaseClient, pipeline: string) =>
  backend.rpc('board_cards', { pipeline, filter: {}, page: 40 }).select(shownCard).throwOnError()

const totals = (backend: SupabaseClient, pipeline: string) =>
  backend.rpc('board_totals', { pipeline, filter: {} }).throwOnError()

const shownCard = `id, name, contact_id, stage_id, status, amount_agorot, probability_override, source, expected_close_on, owner_id,
  rank, version, stage_entered_at, next_step_at, next_step_task_id,
  contact:contacts(full_name, household:households(name), ${points}),
  next_step:tasks!opportunities_next_step_task_id_fkey(id, name, due_date, due_at)`

/** Moves a card to the top of another column, against the same row update alone, both with all triggers of the table. */
const move = (backend: SupabaseClient, card: { id: string; version: number }, to: string) =>
  backend
    .rpc('move_opportunity', {
      opportunity_id: card.id,
      to_stage_id: to,
      expected_version: card.version,
      before_id: null,
    })
    .select(shownCard)
    .single()
    .throwOnError()
