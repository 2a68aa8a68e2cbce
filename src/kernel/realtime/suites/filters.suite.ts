// Filters and selected columns of subscriptions.
import { expect, test } from 'vitest'
import { type Environment, expectChanges, watch } from './environment.fixture.ts'

export function filterSuite({ db, tokens, clientFor }: Environment) {
  test('a filter and a selection of columns apply to inserts, updates and deletes', async () => {
    const sub = crypto.randomUUID()
    const client = await clientFor(await tokens.signIn({ sub }))
    const large = await watch(client, { filter: 'size=in.(large),count=gte.10' })
    const few = await watch(client, { event: 'INSERT', filter: `owner=eq.${sub}`, select: ['id', 'body'] })
    await db.sql(
      `insert into notes (owner, body, size, count) values ($1, 'a', 'large', 9), ($1, 'b', 'large', 10), ($1, 'c', 'small', 11)`,
      [sub],
    )
    await db.sql(`update notes set count = count + 1 where owner = $1 and size = 'large'`, [sub])
    await db.sql('delete from notes where owner = $1', [sub])
    await expectChanges(large, 5)
    expect(large.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'UPDATE', 'DELETE', 'DELETE'])
    await expectChanges(few, 3)
    expect(few.changes.map((change) => change.new)).toEqual(
      ['a', 'b', 'c'].map((body) => ({ id: expect.any(String), body })),
    )
  })

  test.each([
    ['nosuch=eq.1', 'invalid column for filter nosuch'],
    ['secret=eq.x', 'invalid column for filter secret'],
    ['count=eq.many', 'invalid input syntax for type bigint: "many"'],
    ['body=match.(', 'invalid regular expression: parentheses () not balanced'],
    ['body=match.(a)\\1', 'takes no back references'],
    ['count=match.1', 'operator match needs a text column, count is int8'],
    ['price=in.(1e131071,1e131070)', 'a number in the filter on price is too long'],
    ['zip=eq.x', 'value for domain zip violates check constraint'],
    ['shape=gt.(0,0)', 'operator does not exist: point > point'],
    ['data=gt.{', 'invalid input syntax for type json'],
    [`id=eq.1' or '1'='1`, 'invalid input syntax for type uuid'],
  ])('a join with the invalid filter %s gets a system error message', async (filter, message) => {
    const watching = await watch(await clientFor(await tokens.signIn()), { filter })
    expect(watching.system[0]).toMatchObject({ status: 'error', message: expect.stringContaining(message) })
  })

  test.each([
    ['body=match.^ab+$', ['abb']],
    ['body=not.imatch.^AB', ['x']],
    ['body=like.a_b', ['abb']],
    ['body=not.ilike.A_*', ['x']],
    ['body=imatch."^(AB|x),?"', ['abb', 'x']],
    ['lasts=gt.01:30:00', ['x']],
    ['lasts=in.(24:00:00,1 hour)', ['abb', 'x']],
    ['data=eq."{\\"b\\":1,\\"a\\":2}"', ['abb']],
    ['data=isdistinct.{}', ['abb', 'x']],
    ['body=gte.b,body=lt.y', ['x']],
    ['price=isdistinct.null', ['abb']],
    ['tags=not.eq.{a}', ['x']],
  ])('the filter %s is evaluated by the database', async (filter, bodies) => {
    const sub = crypto.randomUUID()
    const client = await clientFor(await tokens.signIn({ sub }))
    const watching = await watch(client, { filter })
    const last = await watch(client, { filter: 'body=match.^last$' })
    await db.sql(
      `insert into notes (owner, body, price, tags, data, lasts) values
         ($1, 'abb', 1, '{a}', '{"a": 2, "b": 1}', '1 hour'), ($1, 'x', null, '{b}', null, '1 day'), ($1, 'last', 1, '{a}', '{}', null)`,
      [sub],
    )
    await expectChanges(last, 1)
    expect(
      watching.changes.map((change) => (change.new as { body: string }).body).filter((body) => body !== 'last'),
    ).toEqual(bodies)
  })
}
