// GET admin/users: all users, newest first, paginated.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../postgres/transaction.ts'
import { invalid } from '../auth-errors.ts'
import type { Auth } from '../instance.ts'
import { type UserRow, userResponse, userRows } from '../users.ts'

const aud = 'authenticated'
const maxPerPage = 1000

export async function listUsers(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  const query = request.query as Record<string, string | string[] | undefined>
  const page = Math.max(1, pageNumber(query['page'], 1))
  const perPage = pageNumber(query['per_page'], 50)
  if (perPage === 0) throw invalid('Bad Pagination Parameters: per_page must be greater than 0')
  const direction = directionOf(query['sort'])
  const filter = typeof query['filter'] === 'string' ? query['filter'] : ''

  const { users, total } = await inTransaction(auth.pool, undefined, async (db) => {
    const where = `u.aud = $1 and ($2 = '' or strpos(u.email, lower($2)) > 0
      or strpos(lower(u.raw_user_meta_data ->> 'full_name'), lower($2)) > 0)`
    const { count } = await db.one<{ count: string }>(`select count(*) from auth.users u where ${where}`, [aud, filter])
    const limit = Math.min(perPage, maxPerPage)
    const rows = await db.query<UserRow>(
      `${userRows} where ${where} order by u.created_at ${direction}, u.id limit $3::bigint offset ($4::bigint - 1) * $3::bigint`,
      [aud, filter, limit, page],
    )
    return { users: rows, total: Number(count) }
  })
  const lastPage = Math.ceil(total / Math.min(perPage, maxPerPage))
  // The official client parses the number after the first "=" of each URL, so `page` has to come first.
  const address = (to: number) => `${path(request)}?${new URLSearchParams({ page: String(to), ...others(query) })}`
  const next = lastPage > page ? `<${address(page + 1)}>; rel="next", ` : ''
  reply.headers({ 'x-total-count': String(total), link: `${next}<${address(lastPage)}>; rel="last"` })
  return { users: users.map(userResponse), aud }
}

const path = (request: FastifyRequest) => request.url.split('?', 1)[0]!

const others = (query: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(query).filter(
      (pair): pair is [string, string] => pair[0] !== 'page' && pair[0] !== 'apikey' && typeof pair[1] === 'string',
    ),
  )

function pageNumber(text: string | string[] | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  const number = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
  if (number === undefined) throw invalid('Bad Pagination Parameters: has to be a whole number')
  return number
}

function directionOf(sort: string | string[] | undefined): 'asc' | 'desc' {
  if (sort === undefined || sort === '') return 'desc'
  const found = typeof sort === 'string' ? /^created_at(?: (asc|desc))?$/i.exec(sort.trim()) : null
  if (!found) throw invalid('Bad Sort Parameters: only created_at asc and created_at desc are known')
  return found[1]?.toLowerCase() === 'asc' ? 'asc' : 'desc'
}
