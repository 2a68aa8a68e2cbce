// The root path of rest/v1: the schema as an OpenAPI document, limited to what the caller may use.
import type pg from 'pg'
import { type Claims, asRole } from '../../postgres/transaction.ts'
import type { PlainRow } from '../../postgres/batch.ts'
import { type IncomingRequest, chooseSchema } from '../parse-request.ts'
import { parseAccept } from '../parsing/media-type.ts'
import type { Reply } from '../respond.ts'
import { RestError } from '../errors/rest-error.ts'
import type { SchemaCache } from '../schema/schema.ts'
import { type Descriptions, descriptionQuery } from './description-query.ts'
import { documentOf } from './document.ts'

export type DescribeOptions = { pool: pg.Pool; address: string }

const offered = ['application/openapi+json', 'application/json', '*/*', 'application/*']

export async function describeSchema(
  incoming: IncomingRequest,
  claims: Claims,
  cache: SchemaCache,
  { pool, address }: DescribeOptions,
): Promise<Reply> {
  const { schemas, openApi } = cache.settings
  if (openApi === 'disabled') throw new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')
  const { schema, saysSchema } = chooseSchema(incoming, schemas)
  const accept = parseAccept([incoming.headers['accept']].flat().join(', '))
  if (!accept.some(({ name, plan }) => !plan && offered.includes(name)))
    throw new RestError(
      406,
      'PGRST107',
      `None of these media types are available: ${accept.map(({ name }) => name).join(', ')}`,
    )
  const headers = {
    'content-type': 'application/openapi+json; charset=utf-8',
    ...(saysSchema && { 'content-profile': schema }),
  }
  if (incoming.method === 'HEAD') return { status: 200, headers, body: '' }
  const values = [schema, openApi === 'ignore-privileges']
  // With an empty search path every type name is schema-qualified.
  const settings = { readOnly: true, searchPath: '', set: { ...cache.roleSettings.get(claims.role) } }
  const [found] = await asRole(
    pool,
    claims,
    [{ name: 'openapi', text: descriptionQuery, values, plain: true }],
    settings,
  )
  const described = JSON.parse(String((found!.rows[0] as PlainRow)[0])) as Descriptions
  return { status: 200, headers, body: JSON.stringify(documentOf(described, schema, cache, address)) }
}
