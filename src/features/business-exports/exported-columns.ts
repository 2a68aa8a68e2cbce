// Columns of the exported tables: which may leave the system, and how a cell of a CSV table is read.

export type ExportedColumn = {
  name: string
  /** As PostgreSQL writes it. */
  type: string
  /** The table that the column references. */
  target: string | null
}

/** Never exported, also where a role may read them: keys, links and their hashes, and what only a search index needs. */
export const isSecret = (name: string) =>
  /(token|secret|password|sealed|salt|_hash$|^hash$|_hashes$)/.test(name) ||
  ['search_name', 'search', 'plain', 'idempotency_key', 'ip_trunc', 'user_agent'].includes(name)

/** What a referenced row is called. */
const names: Readonly<Record<string, string>> = {
  contacts: 'full_name',
  appointment_types: 'title',
  forms: 'title',
  quizzes: 'title',
  launches: 'title',
  webinars: 'title',
  webinar_interactions: 'title',
  lead_magnets: 'title',
  charges: 'title',
  payment_plans: 'title',
  reviews: 'shown_name',
  orders: 'number',
  coupons: 'code',
  ...Object.fromEntries(
    [
      'households',
      'products',
      'prices',
      'pipelines',
      'pipeline_stages',
      'tags',
      'opportunities',
      'lost_reasons',
      'campaigns',
      'automations',
      'process_templates',
      'process_stages',
      'mailing_lists',
      'message_templates',
      'schedules',
      'files',
      'post_categories',
      'post_authors',
      'launch_participants',
      'webinar_registrations',
    ].map((table) => [table, 'name']),
  ),
}

const moment = (value: string) => `to_char(${value} at time zone 'Asia/Jerusalem', 'DD.MM.YYYY HH24:MI')`

/** A column whose name differs from the foreign key's: the audit log and privacy events outlive their rows. */
const people = new Set(['actor_id', 'by', 'user_id', 'owner_id', 'created_by'])

/** Runs before a query with `cellSql`: the names of the staff, read once. */
export const staffSql = 'with staff as materialized (select user_id, name from public.staff_members())'

/** SQL for the text of a cell: days and times of Israel, shekels, yes or no, and names instead of ids. */
export function cellSql({ name, type, target }: ExportedColumn): string {
  const value = `t."${name}"`
  if (target === 'auth.users' || (target === null && type === 'uuid' && people.has(name)))
    return `coalesce((select s.name from staff s where s.user_id = ${value}), ${value}::text)`
  const nameColumn = target === null ? undefined : names[target.replace(/^public\./, '')]
  if (nameColumn && type === 'uuid')
    return `coalesce((select n."${nameColumn}"::text from public.${target!.replace(/^public\./, '')} n where n.id = ${value}), ${value}::text)`
  if (name.endsWith('_agorot')) return `to_char(${value} / 100.0, 'FM9999999999990.00')`
  if (type === 'timestamp with time zone') return moment(value)
  if (type === 'date') return `to_char(${value}, 'DD.MM.YYYY')`
  if (type === 'boolean') return `case ${value} when true then 'כן' when false then 'לא' end`
  if (type.endsWith('[]')) return `array_to_string(${value}, ', ')`
  return `${value}::text`
}
