import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

test('owners and admins can set the pixel; every visitor can read it', async () => {
  const insert = `insert into tracking_settings (pixel_id) values ('123456789') returning *`
  expect(await whoMay(db, as, insert)).toBe('owner admin')
  await db.sql(insert)
  expect(await whoMay(db, as, 'select pixel_id from tracking_settings')).toBe(
    'visitor stranger owner admin coach sales content client',
  )
  expect(await whoMay(db, as, `update tracking_settings set pixel_id = '987654321' returning *`)).toBe('owner admin')
  expect(await whoMay(db, as, 'delete from tracking_settings returning *')).toBe('owner admin')
})

test('at most one pixel can be set, with a numeric id', async () => {
  await expect(db.sql(`insert into tracking_settings (pixel_id) values ('555555')`)).rejects.toMatchObject({
    code: '23505',
  })
  await expect(db.sql(`update tracking_settings set pixel_id = '"><script>'`)).rejects.toMatchObject({
    constraint: 'pixel_id_form',
  })
})
