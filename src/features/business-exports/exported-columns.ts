// Columns of the exported tables: which columns are exported, and how a cell of a CSV table is formatted.

export type ExportedColumn = {
  name: string
  /** The type name in PostgreSQL's notation. */
  type: string
  /** The table that the column references. */
  target: string | null
}

/** Never exported, even if a role may read them: keys, links and their hashes, and columns of search indexes. */
export const isSecret = (name: string) =>
  /(token|secret|password|sealed|salt|_hash$|^hash$|_hashes$)/.test(name) ||
  ['search_name', 'search', 'plain', 'idempotency_key', 'ip_trunc', 'user_agent'].includes(name)

/** The SQL expression for the name of a referenced row. */
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

/** Columns with a user id but without a foreign key: the audit log and privacy events outlive the accounts. */
const people = new Set(['actor_id', 'by', 'user_id', 'owner_id', 'created_by'])

/** CTE of the staff names, read once; the prefix of every query that uses `cellSql`. */
export const staffSql = 'with staff as materialized (select user_id, name from public.staff_members())'

/** The SQL expression for the text of a cell: days and times in Israel, shekels, yes or no, and names instead of ids. */
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
